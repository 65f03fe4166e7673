(* The axioms of the algebra of moves: those of a Kleene algebra (Kozen 1994), and those of antidomain
   (Desharnais, Struth 2011). Each is proved for relations between the states of any set, boards among them. *)

Section Axioms.
Variable state : Type.
Implicit Types M N P : rel state.

Ltac unfolded := unfold same, included, followed, either, do_nothing, impossible, can_do, cannot_do, possible.
Ltac settled := unfolded; intros; firstorder (subst; eauto).

Theorem choice_associates : forall M N P, same (either (either M N) P) (either M (either N P)).
Proof. settled. Qed.
Theorem choice_commutes : forall M N, same (either M N) (either N M).
Proof. settled. Qed.
Theorem choice_idempotent : forall M, same (either M M) M.
Proof. settled. Qed.
Theorem fail_neutral : forall M, same (either impossible M) M.
Proof. settled. Qed.
Theorem sequence_associates : forall M N P, same (followed (followed M N) P) (followed M (followed N P)).
Proof. settled. Qed.
Theorem nil_neutral_left : forall M, same (followed do_nothing M) M.
Proof. unfolded; intros M c d; split; [intros [x [-> H]]; auto | eauto]. Qed.
Theorem nil_neutral_right : forall M, same (followed M do_nothing) M.
Proof. unfolded; intros M c d; split; [intros [x [H <-]]; auto | eauto]. Qed.
Theorem fail_absorbs_left : forall M, same (followed impossible M) impossible.
Proof. settled. Qed.
Theorem fail_absorbs_right : forall M, same (followed M impossible) impossible.
Proof. settled. Qed.
Theorem distributes_left : forall M N P,
  same (followed M (either N P)) (either (followed M N) (followed M P)).
Proof. settled. Qed.
Theorem distributes_right : forall M N P,
  same (followed (either M N) P) (either (followed M P) (followed N P)).
Proof. settled. Qed.

Theorem star_unfolds : forall M, same (star M) (either do_nothing (followed M (star M))).
Proof.
  intros M c d; split; intros H.
  - destruct H as [c | c e d H K]; [left; reflexivity | right; exists e; auto].
  - destruct H as [<- | [e [H K]]]; econstructor; eauto.
Qed.
Lemma star_joins : forall M c d e, star M c d -> star M d e -> star M c e.
Proof. induction 1; intros; auto. econstructor; eauto. Qed.
Theorem star_unfolds_backwards : forall M, same (star M) (either do_nothing (followed (star M) M)).
Proof.
  intros M c d; split.
  - induction 1 as [c | c e d H K [-> | [f [I J]]]].
    + left; reflexivity.
    + right. exists c. split; [constructor | auto].
    + right. exists f. split; [econstructor; eauto | auto].
  - intros [<- | [e [H K]]]; [constructor|]. eapply star_joins; eauto. econstructor; eauto. constructor.
Qed.
Theorem star_induction_left : forall M N P, included (either N (followed M P)) P ->
  included (followed (star M) N) P.
Proof.
  intros M N P H c d [e [K L]]. induction K as [c | c f e I K IH]; apply H; [left; auto|].
  right. exists f; auto.
Qed.
Theorem star_induction_right : forall M N P, included (either N (followed P M)) P ->
  included (followed N (star M)) P.
Proof.
  intros M N P H c d [e [L K]]. assert (I : P c e) by (apply H; left; auto). clear L.
  induction K as [e | e f d J K IH]; auto. apply IH. apply H. right. exists e; auto.
Qed.

Theorem antidomain_annihilates : forall M, same (followed (cannot_do M) M) impossible.
Proof. settled. Qed.
Theorem antidomain_local : forall M N,
  same (cannot_do (followed M N)) (cannot_do (followed M (can_do N))).
Proof.
  unfolded; intros M N c d; split; intros [-> H]; split; auto; intros K; apply H.
  - destruct K as [e [f [K [-> [h L]]]]]. exists h, e. auto.
  - destruct K as [e [f [K L]]]. exists f, f. eauto.
Qed.
Theorem antidomain_complements : forall M, same (either (can_do M) (cannot_do M)) do_nothing.
Proof. unfolded; intros M c d; split; [firstorder | intros <-]. destruct (classic (exists d, M c d)); auto. Qed.
Theorem domain_is_twice_antidomain : forall M, same (cannot_do (cannot_do M)) (can_do M).
Proof.
  unfolded; intros M c d; split; intros [-> H]; split; auto.
  - apply NNPP. intros K. apply H. exists d. split; auto.
  - intros [e [-> K]]. auto.
Qed.

(* Choosing a square: a move for every place that fits. *)
Variable place : Type.
Definition choosing (fits : state -> place -> Prop) (M : place -> rel state) : rel state :=
  fun c d => exists p, fits c p /\ M p c d.
Theorem choosing_then_failing : forall fits, same (choosing fits (fun _ => impossible)) impossible.
Proof. unfold choosing; settled. Qed.
Theorem choosing_distributes : forall fits (M N : place -> rel state),
  same (choosing fits (fun p => either (M p) (N p))) (either (choosing fits M) (choosing fits N)).
Proof. unfold choosing; settled. Qed.

End Axioms.
