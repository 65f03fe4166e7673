(* Proofs by chains of laws: in every step one part of a move is replaced by an equal one. *)

Section Parts.
Variable state : Type.
Implicit Types M N P : rel state.

(* M N ..., and M | N | ... *)
Fixpoint in_sequence (parts : list (rel state)) : rel state :=
  match parts with
  | [] => do_nothing
  | [M] => M
  | M :: rest => followed M (in_sequence rest)
  end.

Fixpoint one_of (options : list (rel state)) : rel state :=
  match options with
  | [] => impossible
  | [M] => M
  | M :: rest => either M (one_of rest)
  end.

Definition plus M : rel state := followed M (star M).                              (* M+ *)
Definition maybe M : rel state := either do_nothing M.                             (* M? *)
Definition times n M : rel state := in_sequence (repeat M n).                      (* M{n} *)
Definition at_least n M : rel state := followed (times n M) (star M).              (* M{n,} *)
Definition between n k M : rel state := one_of (map (fun i => times i M) (seq n (S k - n))).  (* M{n,k} *)

Lemma same_refl : forall M, same M M.
Proof. intros M c d; tauto. Qed.
Lemma same_sym : forall M N, same M N -> same N M.
Proof. intros M N H c d; specialize (H c d); tauto. Qed.
Lemma same_trans : forall M N P, same M N -> same N P -> same M P.
Proof. intros M N P H K c d; specialize (H c d); specialize (K c d); tauto. Qed.

(* Sequences and choices by what they lead to. *)
Lemma sequence_split : forall parts more c d,
  in_sequence (parts ++ more) c d <-> exists e, in_sequence parts c e /\ in_sequence more e d.
Proof.
  assert (first : forall M rest c d,
    in_sequence (M :: rest) c d <-> exists e, M c e /\ in_sequence rest e d).
  { intros M [|N rest] c d; simpl; [|reflexivity].
    split; [intros H; exists d; split; auto; reflexivity | intros [e [H <-]]; exact H]. }
  induction parts as [|M rest IH]; intros more c d.
  - simpl. split; [intros H; exists c; split; auto; reflexivity | intros [e [<- H]]; exact H].
  - rewrite <- app_comm_cons, first. split.
    + intros [e [H K]]. apply IH in K as [f [K L]]. exists f. split; auto. apply first. eauto.
    + intros [f [H L]]. apply first in H as [e [H K]]. exists e. split; auto. apply IH. eauto.
Qed.

Lemma option_chosen : forall options c d, one_of options c d <-> exists M, In M options /\ M c d.
Proof.
  induction options as [|M rest IH]; intros c d; [simpl; firstorder|].
  assert (first : one_of (M :: rest) c d <-> M c d \/ one_of rest c d).
  { destruct rest; simpl; [|reflexivity]. unfold impossible. tauto. }
  rewrite first, IH. simpl. firstorder (subst; eauto).
Qed.

Theorem part_replaced : forall before middle new after, same (in_sequence middle) (in_sequence new) ->
  same (in_sequence (before ++ middle ++ after)) (in_sequence (before ++ new ++ after)).
Proof.
  intros before middle new after H c d. rewrite !sequence_split.
  split; intros [e [K L]]; exists e; split; auto; apply sequence_split in L as [f [L I]];
    apply sequence_split; exists f; split; auto; now apply H.
Qed.

Theorem option_replaced : forall before middle new after, same (one_of middle) (one_of new) ->
  same (one_of (before ++ middle ++ after)) (one_of (before ++ new ++ after)).
Proof.
  intros before middle new after H c d. specialize (H c d). rewrite !option_chosen in H.
  rewrite !option_chosen. split; intros [M [I K]]; apply in_app_or in I as [I|I];
    try (exists M; split; [apply in_or_app; auto | auto]; fail);
    apply in_app_or in I as [I|I];
    try (exists M; split; [apply in_or_app; right; apply in_or_app; auto | auto]; fail).
  - destruct (proj1 H (ex_intro _ M (conj I K))) as [N [J L]].
    exists N. split; [apply in_or_app; right; apply in_or_app; auto | auto].
  - destruct (proj2 H (ex_intro _ M (conj I K))) as [N [J L]].
    exists N. split; [apply in_or_app; right; apply in_or_app; auto | auto].
Qed.

(* The order of options, and how often each occurs, does not matter. *)
Theorem reordered : forall options others, incl options others -> incl others options ->
  same (one_of options) (one_of others).
Proof.
  intros options others I J c d. rewrite !option_chosen. split; intros [M [H K]]; exists M; split; auto.
Qed.

Lemma star_more : forall M N, same M N -> included (star M) (star N).
Proof. intros M N H c d K. induction K as [c | c d e K L IH]; econstructor; eauto. now apply H. Qed.
Theorem in_star : forall M N, same M N -> same (star M) (star N).
Proof. intros M N H. apply same_of_included; apply star_more; auto. now apply same_sym. Qed.
Theorem in_can_do : forall M N, same M N -> same (can_do M) (can_do N).
Proof. unfold same, can_do, possible. firstorder. Qed.
Theorem in_cannot_do : forall M N, same M N -> same (cannot_do M) (cannot_do N).
Proof. unfold same, cannot_do, possible. firstorder. Qed.
Lemma followed_by_same : forall M N P Q, same M N -> same P Q -> same (followed M P) (followed N Q).
Proof. intros M N P Q H K c d. split; intros [e [I J]]; exists e; split; try apply H; try apply K; auto. Qed.
Theorem in_plus : forall M N, same M N -> same (plus M) (plus N).
Proof. intros. apply followed_by_same; auto using in_star. Qed.
Theorem in_maybe : forall M N, same M N -> same (maybe M) (maybe N).
Proof. unfold same, maybe, either. firstorder. Qed.
Theorem in_times : forall n M N, same M N -> same (times n M) (times n N).
Proof.
  intros n M N H. unfold times. induction n as [|[|n] IH]; simpl in *; auto using same_refl, followed_by_same.
Qed.
Theorem in_at_least : forall n M N, same M N -> same (at_least n M) (at_least n N).
Proof. intros. apply followed_by_same; auto using in_star, in_times. Qed.
Theorem in_between : forall n k M N, same M N -> same (between n k M) (between n k N).
Proof.
  intros n k M N H c d. unfold between. rewrite !option_chosen.
  split; intros [P [I K]]; apply in_map_iff in I as [i [<- I]];
    [exists (times i N) | exists (times i M)];
    (split; [apply in_map_iff; eauto | eapply in_times; [|exact K]; auto using same_sym]).
Qed.
End Parts.

Arguments in_sequence {state}.
Arguments one_of {state}.
Arguments plus {state}.
Arguments maybe {state}.
Arguments times {state}.
Arguments at_least {state}.
Arguments between {state}.

(* One step of a chain: the move becomes the next one, because of what is shown for a part. *)
Ltac becomes next := apply (same_trans _ _ next).
Ltac in_parts before middle new after := refine (part_replaced _ before middle new after _).
Ltac in_options before middle new after := refine (option_replaced _ before middle new after _).
Ltac in_order options others := refine (same_trans _ _ _ _ (reordered _ options others _ _) _);
  [intros ? ?; simpl in *; tauto | intros ? ?; simpl in *; tauto |].
