(* Moves as relations between states, whatever the states are; and a procedure that proves two of them equal
   by partial derivatives (Antimirov 1996), correct for all relations. *)

From Coq Require Import List Bool Arith Classical.
Import ListNotations.

Section Relations.
Variable state : Type.
Definition rel := state -> state -> Prop.

Definition do_nothing : rel := fun c d => c = d.                          (* nil *)
Definition impossible : rel := fun _ _ => False.                          (* fail *)
Definition followed (M N : rel) : rel := fun c e => exists d, M c d /\ N d e.    (* M N *)
Definition either (M N : rel) : rel := fun c d => M c d \/ N c d.                (* M | N *)
Inductive star (M : rel) : rel :=                                         (* M* *)
| star_stop : forall c, star M c c
| star_go : forall c d e, M c d -> star M d e -> star M c e.
Definition possible (M : rel) (c : state) : Prop := exists d, M c d.
Definition can_do (M : rel) : rel := fun c d => c = d /\ possible M c.           (* [M] *)
Definition cannot_do (M : rel) : rel := fun c d => c = d /\ ~ possible M c.      (* ![M] *)

Definition same (M N : rel) : Prop := forall c d, M c d <-> N c d.
Definition included (M N : rel) : Prop := forall c d, M c d -> N c d.

Lemma same_of_included : forall M N, included M N -> included N M -> same M N.
Proof. unfold same, included; intros M N H K c d; split; auto. Qed.

(* ---- terms over unknown relations, which are numbered ---- *)

Inductive term :=
| Letter (n : nat)
| Skip
| Impossible
| Then (a b : term)
| Or (a b : term)
| Star (a : term)
| Can (a : term)
| Cannot (a : term).

Variable letters : list rel.

Fixpoint denote (t : term) : rel :=
  match t with
  | Letter n => nth n letters impossible
  | Skip => do_nothing
  | Impossible => impossible
  | Then a b => followed (denote a) (denote b)
  | Or a b => either (denote a) (denote b)
  | Star a => star (denote a)
  | Can a => can_do (denote a)
  | Cannot a => cannot_do (denote a)
  end.

Fixpoint eqt (s t : term) : bool :=
  match s, t with
  | Letter m, Letter n => Nat.eqb m n
  | Skip, Skip | Impossible, Impossible => true
  | Then a b, Then c d | Or a b, Or c d => eqt a c && eqt b d
  | Star a, Star b | Can a, Can b | Cannot a, Cannot b => eqt a b
  | _, _ => false
  end.

Lemma eqt_sound : forall s t, eqt s t = true -> s = t.
Proof.
  induction s; intros [] H; simpl in H; try discriminate; auto;
    try (apply andb_prop in H as [H1 H2]); f_equal; auto.
  now apply Nat.eqb_eq.
Qed.

(* ---- tests: some terms are asked, and each has an answer ---- *)

Variable asked : list term.

Fixpoint lookup (keys : list term) (answers : list bool) (t : term) : option bool :=
  match keys, answers with
  | k :: keys', v :: answers' => if eqt k t then Some v else lookup keys' answers' t
  | _, _ => None
  end.

Definition agree (answers : list bool) (c : state) : Prop :=
  Forall2 (fun t v => v = true <-> possible (denote t) c) asked answers.

Lemma agree_exists : forall c, exists answers, agree answers c.
Proof.
  intros c. unfold agree. induction asked as [|t keys IH].
  - exists []; constructor.
  - destruct IH as [l H]. destruct (classic (possible (denote t) c)).
    + exists (true :: l). constructor; tauto.
    + exists (false :: l). constructor; auto. split; [discriminate | tauto].
Qed.

Lemma agree_unique : forall c l m, agree l c -> agree m c -> l = m.
Proof.
  unfold agree. intros c l m H. revert m. induction H as [|t v keys l H HH IH]; intros m K; inversion K; subst; auto.
  f_equal; [|auto]. destruct v, y; auto; [symmetry|]; tauto.
Qed.

Lemma lookup_sound : forall c l t v, agree l c -> lookup asked l t = Some v ->
  (v = true <-> possible (denote t) c).
Proof.
  unfold agree. intros c l t v H. induction H as [|k w keys l H HH IH]; simpl; [discriminate|].
  destruct (eqt k t) eqn:E; auto. apply eqt_sound in E. intros K; injection K as <-; subst; auto.
Qed.

(* The sequence of two terms, nested to the right; a test at its end, that the rest is possible, is left out. *)
Fixpoint joined (a k : term) : term :=
  match a with
  | Then x y => joined x (joined y k)
  | Skip => k
  | Can x => match k with Skip => joined x Skip | _ => Then a k end
  | _ => match k with Skip => a | _ => Then a k end
  end.

Lemma possible_followed : forall M P Q c, (forall d, possible P d <-> possible Q d) ->
  (possible (followed M P) c <-> possible (followed M Q) c).
Proof.
  unfold possible, followed. intros M P Q c H; split; intros [e [d [K L]]];
    assert (I : exists e, P d e \/ Q d e) by eauto; destruct (H d) as [X Y];
    [destruct X as [f F] | destruct Y as [f F]]; eauto.
Qed.

Lemma possible_skipped : forall M c, possible (followed M do_nothing) c <-> possible M c.
Proof.
  unfold possible, followed, do_nothing. intros M c; split; intros [d H]; [destruct H as [e [H _]] |]; eauto.
Qed.

Lemma possible_tested : forall M c, possible (can_do M) c <-> possible M c.
Proof.
  unfold possible, can_do. intros M c; split; [intros [d [-> P]]; exact P | intros P; exists c; auto].
Qed.

Lemma joined_sound : forall a k c, possible (denote (joined a k)) c <-> possible (denote (Then a k)) c.
Proof.
  assert (S : forall a k c, possible (denote (match k with Skip => a | _ => Then a k end)) c <->
    possible (denote (Then a k)) c).
  { intros a k c. destruct k; try tauto. symmetry. apply possible_skipped. }
  induction a; intros k c; try apply S.
  - simpl. unfold possible, followed, do_nothing. split; [intros [d H] | intros [d [e [-> H]]]]; eauto.
  - change (joined (Then a1 a2) k) with (joined a1 (joined a2 k)). rewrite IHa1. simpl.
    rewrite (possible_followed _ (denote (joined a2 k)) (followed (denote a2) (denote k)))
      by (intros d; apply IHa2).
    unfold possible, followed. split; intros H; decompose [ex and] H; eauto 8.
  - destruct k; try exact (iff_refl _). change (joined (Can a) Skip) with (joined a Skip). rewrite (IHa Skip). simpl.
    rewrite !possible_skipped. symmetry. apply possible_tested.
Qed.

Definition both (x y : option bool) (f : bool -> bool -> bool) : option bool :=
  match x, y with Some u, Some v => Some (f u v) | _, _ => None end.

(* Is a term possible, and another after it, about which v is known? Answered from the parts, or else asked. *)
Fixpoint ask (l : list bool) (a k : term) (v : option bool) : option bool :=
  match a with
  | Skip => v
  | Impossible => Some false
  | Letter _ => lookup asked l (joined a k)
  | Star _ => match k with Skip => Some true | _ => lookup asked l (joined a k) end
  | Then x y => ask l x (joined y k) (ask l y k v)
  | Or x y => both (ask l x k v) (ask l y k v) orb
  | Can x => both (ask l x Skip (Some true)) v andb
  | Cannot x => both (option_map negb (ask l x Skip (Some true))) v andb
  end.

Definition answer (l : list bool) (t : term) : option bool := ask l t Skip (Some true).

Definition answers (c : state) (t : term) (o : option bool) : Prop :=
  forall v, o = Some v -> (v = true <-> possible (denote t) c).

Lemma both_some : forall x y f v, both x y f = Some v ->
  exists u w, x = Some u /\ y = Some w /\ v = f u w.
Proof. intros [u|] [w|] f v H; try discriminate. injection H as <-. eauto. Qed.

Lemma ask_sound : forall c l, agree l c -> forall a k v, answers c k v -> answers c (Then a k) (ask l a k v).
Proof.
  intros c l A a. induction a; intros k o K v H; simpl in H.
  - rewrite <- (joined_sound (Letter n) k). eapply lookup_sound; eauto.
  - rewrite (K v H). simpl. unfold possible, followed, do_nothing.
    split; [intros [d P] | intros [d [e [-> P]]]]; eauto.
  - injection H as <-. split; [discriminate|]. intros [d [e [[] _]]].
  - apply (IHa1 (joined a2 k)) in H.
    + rewrite H. simpl. rewrite (possible_followed _ (denote (joined a2 k)) (followed (denote a2) (denote k)))
        by (intros d; apply joined_sound).
      unfold possible, followed. split; intros P; decompose [ex and] P; eauto 8.
    + intros w W. rewrite joined_sound. exact (IHa2 k o K w W).
  - apply both_some in H as [u [w [U [W ->]]]]. apply (IHa1 k o K) in U. apply (IHa2 k o K) in W.
    rewrite orb_true_iff, U, W. simpl. unfold possible, followed, either. split; intros P; decompose [ex and or] P; eauto 8.
  - assert (G : lookup asked l (joined (Star a) k) = Some v -> (v = true <-> possible (denote (Then (Star a) k)) c)).
    { intros E. rewrite <- (joined_sound (Star a) k). eapply lookup_sound; eauto. }
    destruct k; try (apply G; exact H). injection H as <-. split; auto. intros _. exists c, c. split; constructor.
  - apply both_some in H as [u [w [U [W ->]]]]. apply (IHa Skip (Some true)) in U.
    + rewrite andb_true_iff, U, (K w W). simpl. rewrite possible_skipped. unfold possible at 3, followed, can_do.
      split; [intros [P [d Q]] | intros [d [e [[-> P] Q]]]]; [exists d, c; auto | split; [exact P | exists d; exact Q]].
    + intros x X. injection X as <-. split; auto. intros _. exists c. reflexivity.
  - apply both_some in H as [u [w [U [W ->]]]]. destruct (ask l a Skip (Some true)) as [x|] eqn:E; [|discriminate].
    injection U as <-. apply (IHa Skip (Some true)) in E.
    + rewrite andb_true_iff, negb_true_iff, (K w W). simpl in *. rewrite possible_skipped in E.
      unfold possible at 2, followed, cannot_do.
      split; [intros [P [d Q]] | intros [d [e [[-> P] Q]]]].
      * exists d, c. split; auto. split; auto. intros N. apply E in N. congruence.
      * split; [|exists d; exact Q]. destruct x; auto. exfalso. apply P. now apply E.
    + intros y Y. injection Y as <-. split; auto. intros _. exists c. reflexivity.
Qed.

Lemma answer_sound : forall c l, agree l c -> forall t v, answer l t = Some v ->
  (v = true <-> possible (denote t) c).
Proof.
  intros c l A t v H. apply (ask_sound c l A t Skip (Some true)) in H.
  - rewrite H. simpl. apply possible_skipped.
  - intros w W. injection W as <-. split; auto. intros _. exists c. reflexivity.
Qed.

(* ---- derivatives ---- *)

(* May a term stop at once? *)
Fixpoint stops (l : list bool) (t : term) : bool :=
  match t with
  | Letter _ | Impossible => false
  | Skip | Star _ => true
  | Then a b => stops l a && stops l b
  | Or a b => stops l a || stops l b
  | Can a => match answer l a with Some x => x | None => false end
  | Cannot a => match answer l a with Some x => negb x | None => false end
  end.

(* What may remain of a term after the letter n. *)
Fixpoint rests (l : list bool) (n : nat) (t : term) : list term :=
  match t with
  | Letter m => if Nat.eqb n m then [Skip] else []
  | Skip | Impossible | Can _ | Cannot _ => []
  | Then a b => map (fun x => Then x b) (rests l n a) ++ (if stops l a then rests l n b else [])
  | Or a b => rests l n a ++ rests l n b
  | Star a => map (fun x => Then x (Star a)) (rests l n a)
  end.

(* Are all tests of a term answered? *)
Fixpoint covered (t : term) : bool :=
  match t with
  | Then a b | Or a b => covered a && covered b
  | Star a => covered a
  | Can a | Cannot a => match answer (map (fun _ => true) asked) a with Some _ => true | None => false end
  | _ => true
  end.

Definition step (n : nat) : rel := nth n letters impossible.

Lemma lookup_any : forall keys l m t, length l = length m ->
  (lookup keys l t = None <-> lookup keys m t = None).
Proof.
  induction keys as [|k keys IH]; intros [|v l] [|w m] t E; simpl; try discriminate; try tauto.
  destruct (eqt k t); [split; discriminate | apply IH; auto].
Qed.

Lemma ask_any : forall l m, length l = length m -> forall a k v w, (v = None <-> w = None) ->
  (ask l a k v = None <-> ask m a k w = None).
Proof.
  intros l m E. assert (B : forall x y x' y' f, (x = None <-> x' = None) -> (y = None <-> y' = None) ->
    (both x y f = None <-> both x' y' f = None)).
  { intros [] [] [] [] f [H1 H2] [K1 K2]; simpl; split; intros; try discriminate; auto;
      try (specialize (H1 eq_refl)); try (specialize (H2 eq_refl));
      try (specialize (K1 eq_refl)); try (specialize (K2 eq_refl)); discriminate. }
  induction a; intros k v w H; simpl; auto; try tauto.
  - apply lookup_any; auto.
  - destruct k; try (apply lookup_any; auto). tauto.
  - apply B; auto. apply IHa. tauto.
  - apply B; auto. specialize (IHa Skip (Some true) (Some true)).
    destruct (ask l a Skip (Some true)), (ask m a Skip (Some true)); simpl; intuition discriminate.
Qed.

Lemma answer_any : forall l m t, length l = length m -> (answer l t = None <-> answer m t = None).
Proof. intros l m t E. apply ask_any; tauto. Qed.

Lemma agree_length : forall l c, agree l c -> length l = length (map (fun _ : term => true) asked).
Proof. unfold agree. intros l c H. rewrite map_length. induction H; simpl; auto. Qed.

Lemma covered_answer : forall l c t, agree l c ->
  match answer (map (fun _ => true) asked) t with Some _ => true | None => false end = true ->
  exists v, answer l t = Some v /\ (v = true <-> possible (denote t) c).
Proof.
  intros l c t A H. destruct (answer l t) as [v|] eqn:E.
  - exists v. split; auto. eapply answer_sound; eauto.
  - apply (answer_any l (map (fun _ => true) asked)) in E; [|eapply agree_length; eauto].
    rewrite E in H. discriminate.
Qed.

Lemma stops_sound : forall l c, agree l c -> forall t, covered t = true -> stops l t = true -> denote t c c.
Proof.
  intros l c A t; induction t; simpl; intros C H; try discriminate.
  - reflexivity.
  - apply andb_prop in C as [C1 C2]. apply andb_prop in H as [H1 H2]. exists c; auto.
  - apply andb_prop in C as [C1 C2]. apply orb_prop in H as [H|H]; [left|right]; auto.
  - constructor.
  - destruct (covered_answer l c t A C) as [v [E S]]. rewrite E in H. split; auto. now apply S.
  - destruct (covered_answer l c t A C) as [v [E S]]. rewrite E in H. split; auto.
    intros P. apply S in P. subst. discriminate.
Qed.

Lemma rests_covered : forall l n t x, covered t = true -> In x (rests l n t) -> covered x = true.
Proof.
  intros l n t; induction t; simpl; intros x C H; try contradiction.
  - destruct (Nat.eqb n n0); [destruct H as [<-|[]]; auto | contradiction].
  - apply andb_prop in C as [C1 C2]. apply in_app_or in H as [H|H].
    + apply in_map_iff in H as [y [<- H]]. simpl. rewrite (IHt1 y C1 H). auto.
    + destruct (stops l t1); [auto | contradiction].
  - apply andb_prop in C as [C1 C2]. apply in_app_or in H as [H|H]; auto.
  - apply in_map_iff in H as [y [<- H]]. simpl. rewrite (IHt y C H). auto.
Qed.

Lemma rests_sound : forall l c, agree l c -> forall n t x d e, covered t = true ->
  In x (rests l n t) -> step n c d -> denote x d e -> denote t c e.
Proof.
  intros l c A n t; induction t; simpl; intros x d e C H S D; try contradiction.
  - destruct (Nat.eqb n n0) eqn:E; [|contradiction]. apply Nat.eqb_eq in E as <-.
    destruct H as [<-|[]]. simpl in D. unfold do_nothing in D. subst. exact S.
  - apply andb_prop in C as [C1 C2]. apply in_app_or in H as [H|H].
    + apply in_map_iff in H as [y [<- H]]. destruct D as [f [D1 D2]]. exists f; split; auto.
      eapply IHt1; eauto.
    + destruct (stops l t1) eqn:E; [|contradiction]. exists c. split; [eapply stops_sound; eauto | eapply IHt2; eauto].
  - apply andb_prop in C as [C1 C2]. apply in_app_or in H as [H|H]; [left; eapply IHt1 | right; eapply IHt2]; eauto.
  - apply in_map_iff in H as [y [<- H]]. destruct D as [f [D1 D2]]. econstructor; [|exact D2]. eapply IHt; eauto.
Qed.

(* ---- runs of a set of terms, letter by letter ---- *)

Inductive run : list term -> rel :=
| run_stop : forall A l c, agree l c -> existsb (stops l) A = true -> run A c c
| run_go : forall A l n c d e, agree l c -> step n c d -> run (flat_map (rests l n) A) d e -> run A c e.

Lemma run_sound : forall A c d, run A c d -> forallb covered A = true -> exists t, In t A /\ denote t c d.
Proof.
  induction 1 as [A l c G H | A l n c d e G S H IH]; intros C; rewrite forallb_forall in C.
  - apply existsb_exists in H as [t [I H]]. exists t; split; auto. eapply stops_sound; eauto.
  - destruct IH as [x [I D]].
    + apply forallb_forall. intros x I. apply in_flat_map in I as [t [I1 I2]]. eapply rests_covered; eauto.
    + apply in_flat_map in I as [t [I1 I2]]. exists t; split; auto. eapply rests_sound; eauto.
Qed.

Lemma run_more : forall A c d, run A c d -> forall B, incl A B -> run B c d.
Proof.
  induction 1 as [A l c G H | A l n c d e G S H IH]; intros B I.
  - apply existsb_exists in H as [t [J H]]. apply run_stop with l; auto. apply existsb_exists. eauto.
  - apply run_go with l n d; auto. apply IH. intros x J. apply in_flat_map in J as [t [J1 J2]].
    apply in_flat_map. eauto.
Qed.

Lemma run_then : forall A c d, run A c d -> forall b e, run [b] d e -> run (map (fun x => Then x b) A) c e.
Proof.
  induction 1 as [A l c G H | A l n c d f G S H IH]; intros b e R.
  - apply existsb_exists in H as [t [I H]]. inversion R as [B m c0 G' H' | B m n c0 d0 e0 G' S' R']; subst.
    + apply run_stop with l; auto. apply existsb_exists. exists (Then t b). split; [now apply (in_map (fun x => Then x b))|].
      rewrite (agree_unique _ _ _ G' G) in H'. simpl in *. rewrite orb_false_r in H'. now rewrite H, H'.
    + rewrite (agree_unique _ _ _ G' G) in R'. apply run_go with l n d0; auto. eapply run_more; [exact R'|].
      intros x J. simpl in J. rewrite app_nil_r in J. apply in_flat_map. exists (Then t b).
      split; [now apply (in_map (fun x => Then x b))|]. simpl. rewrite H. apply in_or_app; auto.
  - apply run_go with l n d; auto. eapply run_more; [apply IH; exact R|].
    intros x J. apply in_map_iff in J as [y [<- J]]. apply in_flat_map in J as [t [J1 J2]].
    apply in_flat_map. exists (Then t b). split; [now apply (in_map (fun x => Then x b))|]. simpl. apply in_or_app. left.
    now apply (in_map (fun x => Then x b)).
Qed.

(* The first letter of a run of a list begins a run of one of its members' rests. *)
Lemma run_star : forall a c d, star (denote a) c d ->
  (forall c d, denote a c d -> run [a] c d) -> run [Star a] c d.
Proof.
  intros a c d H K. induction H as [c | c d e H HH IH].
  - destruct (agree_exists c) as [l G]. apply run_stop with l; auto.
  - apply K in H. clear K. remember [a] as A. destruct H as [A l c G H | A l n c f d G S R]; subst; auto.
    apply run_go with l n f; auto. eapply run_more; [eapply run_then; [exact R | exact IH]|].
    intros x J. simpl in *. rewrite app_nil_r in *. exact J.
Qed.

Lemma run_complete : forall t c d, covered t = true -> denote t c d -> run [t] c d.
Proof.
  induction t; simpl; intros c d C D.
  - destruct (agree_exists c) as [l G]. apply run_go with l n d; auto.
    simpl. rewrite Nat.eqb_refl. simpl. destruct (agree_exists d) as [m G']. apply run_stop with m; auto.
  - destruct D. destruct (agree_exists c) as [l G]. apply run_stop with l; auto.
  - destruct D.
  - apply andb_prop in C as [C1 C2]. destruct D as [e [D1 D2]].
    apply (run_then [t1] c e); auto.
  - apply andb_prop in C as [C1 C2].
    assert (K : forall s, run [s] c d -> s = t1 \/ s = t2 -> run [Or t1 t2] c d).
    { intros s R E. inversion R as [B m c0 G H | B m n c0 d0 e0 G S R']; subst.
      - apply run_stop with m; auto. simpl in *. rewrite orb_false_r in *.
        destruct E as [<-|<-]; rewrite H; auto using orb_true_r.
      - apply run_go with m n d0; auto. eapply run_more; [exact R'|]. intros x J.
        simpl in *. rewrite app_nil_r in *. destruct E as [<-|<-]; apply in_or_app; auto. }
    destruct D as [D|D]; [apply (K t1) | apply (K t2)]; auto.
  - apply run_star; auto.
  - destruct D as [<- P]. destruct (agree_exists c) as [l G]. apply run_stop with l; auto. simpl.
    destruct (covered_answer l c t G C) as [v [-> S]]. apply S in P. subst; auto.
  - destruct D as [<- P]. destruct (agree_exists c) as [l G]. apply run_stop with l; auto. simpl.
    destruct (covered_answer l c t G C) as [v [-> S]]. destruct v; auto. exfalso. apply P. now apply S.
Qed.

(* ---- simulation ---- *)

Definition subset (A B : list term) : bool := forallb (fun a => existsb (eqt a) B) A.
Definition equal_sets (A B : list term) : bool := subset A B && subset B A.
(* Terms that are impossible where a pair of sets of terms is reached, and the pair. *)
Definition pair_of := (list term * (list term * list term))%type.
Definition has (R : list pair_of) (p : pair_of) : bool :=
  existsb (fun q => subset (fst q) (fst p) &&
    (equal_sets (fst (snd p)) (fst (snd q)) && equal_sets (snd (snd p)) (snd (snd q)))) R.

Fixpoint all_answers (keys : list term) : list (list bool) :=
  match keys with
  | [] => [[]]
  | _ :: rest => flat_map (fun l => [true :: l; false :: l]) (all_answers rest)
  end.

(* Answers that no state gives: a letter is impossible, and yet it begins what is possible; or a repetition is
   followed by something, and the answer is not that of doing this at once or after one round more. *)
Fixpoint begins (t : term) : option nat :=
  match t with Letter n => Some n | Then a _ => begins a | _ => None end.

Definition begun (l : list bool) (t : term) : bool :=
  match begins t, lookup asked l t with
  | Some n, Some true => match lookup asked l (Letter n) with Some false => false | _ => true end
  | _, _ => true
  end.

Definition unfolds (l : list bool) (t : term) : bool :=
  match t, lookup asked l t with
  | Then (Star a) k, Some v =>
      match ask l k Skip (Some true), ask l a t (Some v) with
      | Some x, Some y => eqb v (x || y)
      | _, _ => true
      end
  | _, _ => true
  end.

Definition plausible (l : list bool) : bool := forallb (fun t => begun l t && unfolds l t) asked.

(* What is impossible after a letter, since it was impossible to do it after the letter. *)
Definition shut (l : list bool) (n : nat) : list term :=
  flat_map (fun t => match t, lookup asked l t with
    | Then (Letter m) k, Some false => if Nat.eqb n m then [k] else []
    | _, _ => []
    end) asked.

Definition denied (l : list bool) (F : list term) : bool :=
  forallb (fun t => match answer l t with Some true => false | _ => true end) F.

(* A term that begins with a letter, as the letter and what is after it. *)
Definition after (t : term) : option (nat * term) :=
  match t with Letter n => Some (n, Skip) | Then (Letter n) k => Some (n, k) | _ => None end.

(* The answers that a state may give, as far as a few rounds show: what is possible after a letter is possible
   in some of them, where what is impossible after it is denied. *)
Definition leads (others : list (list bool)) (l : list bool) : bool :=
  forallb (fun t => match after t, lookup asked l t with
    | Some (n, k), Some true => existsb (fun m =>
        match answer m k with Some false => false | _ => denied m (shut l n) end) others
    | _, _ => true
    end) asked.

Fixpoint settings (rounds : nat) : list (list bool) :=
  match rounds with
  | 0 => filter plausible (all_answers asked)
  | S f => let others := settings f in filter (leads others) others
  end.

Definition answered (l : list bool) (n : nat) : bool :=
  match lookup asked l (Letter n) with Some v => v | None => true end.

Definition numbers : list nat := seq 0 (length letters).

(* Every pair of R: the second stops wherever the first does, and so on after every letter. *)
Definition next (l : list bool) (n : nat) (p : pair_of) : pair_of :=
  (shut l n, (flat_map (rests l n) (fst (snd p)), flat_map (rests l n) (snd (snd p)))).

Definition closed (given : list (list bool)) (R : list pair_of) : bool :=
  forallb (fun p => forallb (fun l =>
    if denied l (fst p) then
      implb (existsb (stops l) (fst (snd p))) (existsb (stops l) (snd (snd p)))
      && forallb (fun n => if answered l n then has R (next l n p) else true) numbers
    else true) given) R.

Lemma subset_sound : forall A B, subset A B = true -> incl A B.
Proof.
  intros A B H a I. unfold subset in H. rewrite forallb_forall in H. specialize (H a I).
  apply existsb_exists in H as [b [J E]]. apply eqt_sound in E. congruence.
Qed.

Lemma all_answers_complete : forall l c, agree l c -> In l (all_answers asked).
Proof.
  unfold agree. intros l c H. induction H as [|t v keys l H HH IH]; simpl; auto.
  apply in_flat_map. exists l. split; auto. destruct v; simpl; auto.
Qed.

Lemma begins_sound : forall t n c, begins t = Some n -> possible (denote t) c -> possible (step n) c.
Proof.
  induction t; intros m c H P; simpl in H; try discriminate.
  - injection H as <-. exact P.
  - destruct P as [e [d [P Q]]]. apply IHt1; auto. exists d; auto.
Qed.

Lemma plausible_complete : forall l c, agree l c -> plausible l = true.
Proof.
  intros l c G. apply forallb_forall. intros t _. apply andb_true_iff. split.
  - unfold begun. destruct (begins t) as [n|] eqn:B; auto.
    destruct (lookup asked l t) as [[]|] eqn:E; auto. destruct (lookup asked l (Letter n)) as [[]|] eqn:F; auto.
    exfalso. apply (lookup_sound c) in E; auto. apply (lookup_sound c) in F; auto.
    assert (false = true); [|discriminate]. apply F. apply (begins_sound t n); auto. now apply E.
  - unfold unfolds. destruct t as [| | |a k| | | |]; auto. destruct a as [| | | | |a| |]; auto.
    destruct (lookup asked l (Then (Star a) k)) as [v|] eqn:E; auto.
    destruct (ask l k Skip (Some true)) as [x|] eqn:X; auto.
    destruct (ask l a (Then (Star a) k) (Some v)) as [y|] eqn:Y; auto.
    apply (lookup_sound c) in E; auto. apply (answer_sound c l G k) in X.
    apply (ask_sound c l G a) in Y; [|intros w W; injection W as <-; exact E].
    apply eqb_true_iff. apply eq_true_iff_eq. rewrite orb_true_iff, X, Y, E. simpl.
    unfold possible, followed. split.
    + intros [d [e [S K]]]. destruct S as [c | c f e M S]; [left | right]; eauto 8.
    + intros [[d K] | [d [f [M [e [S K]]]]]]; [exists d, c; split; auto; constructor|].
      exists d, e. split; auto. econstructor; eauto.
Qed.

Lemma shut_sound : forall l n c d, agree l c -> step n c d -> forall k, In k (shut l n) ->
  ~ possible (denote k) d.
Proof.
  intros l n c d G S k I [e P]. unfold shut in I. apply in_flat_map in I as [t [_ I]].
  destruct t as [| | |a j| | | |]; try contradiction. destruct a as [m| | | | | | |]; try contradiction.
  destruct (lookup asked l (Then (Letter m) j)) as [[]|] eqn:E; try contradiction.
  destruct (Nat.eqb n m) eqn:N; [|contradiction]. apply Nat.eqb_eq in N as <-. destruct I as [<-|[]].
  apply (lookup_sound c) in E; auto. assert (false = true); [|discriminate]. apply E. exists e, d. auto.
Qed.

Lemma denied_complete : forall l c F, agree l c -> (forall k, In k F -> ~ possible (denote k) c) ->
  denied l F = true.
Proof.
  intros l c F G H. apply forallb_forall. intros k I.
  destruct (answer l k) as [[]|] eqn:E; auto. exfalso. apply (H k I). now apply (answer_sound c l G k true E).
Qed.

Lemma settings_complete : forall rounds l c, agree l c -> In l (settings rounds).
Proof.
  induction rounds as [|f IH]; intros l c G; apply filter_In; split; eauto using all_answers_complete, plausible_complete.
  apply forallb_forall. intros t _. destruct (after t) as [[n k]|] eqn:T; auto.
  destruct (lookup asked l t) as [[]|] eqn:E; auto.
  apply (lookup_sound c) in E; auto. destruct E as [E _]. specialize (E eq_refl).
  assert (N : possible (denote (Then (Letter n) k)) c).
  { destruct t as [m| | |a j| | | |]; try discriminate.
    - injection T as <- <-. now apply possible_skipped.
    - destruct a; try discriminate. injection T as <- <-. exact E. }
  destruct N as [e [d [S P]]].
  destruct (agree_exists d) as [m M]. apply existsb_exists. exists m. split; [eapply IH; eauto|].
  rewrite (denied_complete m d (shut l n) M (shut_sound l n c d G S)).
  destruct (answer m k) as [[]|] eqn:K; auto. apply (answer_sound d m M) in K.
  destruct K as [_ K]. apply K. exists e. exact P.
Qed.

Lemma numbers_complete : forall n c d, step n c d -> In n numbers.
Proof.
  intros n c d S. apply in_seq. split; [apply Nat.le_0_l|]. simpl.
  destruct (le_lt_dec (length letters) n) as [H|H]; auto.
  unfold step in S. rewrite nth_overflow in S by auto. destruct S.
Qed.

Lemma simulation : forall rounds R, closed (settings rounds) R = true -> forall A c d, run A c d ->
  forall B F, has R (F, (A, B)) = true -> (forall k, In k F -> ~ possible (denote k) c) -> run B c d.
Proof.
  intros rounds R K A c d H. unfold closed in K. rewrite forallb_forall in K.
  induction H as [A l c G H | A l n c d e G S H IH]; intros B F M T;
    apply existsb_exists in M as [[F' [A' B']] [I M]]; simpl in M; apply andb_prop in M as [M0 M];
    apply andb_prop in M as [M1 M2]; apply subset_sound in M0;
    apply andb_prop in M1 as [M1 M1']; apply andb_prop in M2 as [M2 M2'];
    apply subset_sound in M1, M1', M2, M2';
    specialize (K _ I); rewrite forallb_forall in K; specialize (K l (settings_complete rounds _ _ G));
    cbn [fst snd] in K; rewrite (denied_complete l c F' G) in K by (intros k J; apply T, M0, J);
    apply andb_prop in K as [K1 K2]; simpl in K1, K2.
  - apply run_more with B'; auto. apply run_stop with l; auto.
    assert (E : existsb (stops l) A' = true).
    { apply existsb_exists in H as [t [J H]]. apply existsb_exists. exists t; auto. }
    rewrite E in K1. exact K1.
  - apply run_more with B'; auto. apply run_go with l n d; auto.
    rewrite forallb_forall in K2. specialize (K2 n (numbers_complete _ _ _ S)).
    assert (E : answered l n = true).
    { unfold answered. destruct (lookup asked l (Letter n)) as [[]|] eqn:N; auto.
      apply (lookup_sound c) in N; auto. apply N. exists d; exact S. }
    rewrite E in K2. apply (IH _ (shut l n)); [|exact (shut_sound l n c d G S)].
    unfold has in *. apply existsb_exists in K2 as [q [J K2]].
    apply existsb_exists. exists q; split; auto. simpl in *. apply andb_prop in K2 as [K0 K2].
    apply andb_true_iff. split; [exact K0|].
    apply andb_prop in K2 as [K2 K3]. apply andb_true_iff. split; auto.
    apply andb_prop in K2 as [X Y]. apply subset_sound in X, Y. unfold equal_sets, subset.
    apply andb_true_iff. split; apply forallb_forall; intros a Ia; apply existsb_exists; exists a; split;
      try (clear; induction a; simpl; auto using Nat.eqb_refl; now rewrite IHa1, IHa2).
    + apply X. apply in_flat_map in Ia as [t [T1 T2]]. apply in_flat_map. exists t; split; auto.
    + apply Y in Ia. apply in_flat_map in Ia as [t [T1 T2]]. apply in_flat_map. exists t; split; auto.
Qed.

(* All pairs that can be reached from one, found in at most so many rounds. *)
Fixpoint reached (given : list (list bool)) (fuel : nat) (R todo : list pair_of) : list pair_of :=
  match fuel, todo with
  | 0, _ | _, [] => R
  | S f, p :: rest =>
      if has R p then reached given f R rest
      else reached given f (p :: R)
        (flat_map (fun l => if denied l (fst p) then
           map (fun n => next l n p) (filter (answered l) numbers) else []) given ++ rest)
  end.

Definition proves (fuel : nat) (s t : term) : bool :=
  let given := settings 2 in
  let R := reached given fuel [] [([], ([s], [t]))] in
  covered s && covered t && has R ([], ([s], [t])) && closed given R.

Theorem by_derivatives : forall fuel s t, proves fuel s t = true -> included (denote s) (denote t).
Proof.
  intros fuel s t H c d D. unfold proves in H.
  apply andb_prop in H as [H H4]. apply andb_prop in H as [H H3]. apply andb_prop in H as [H1 H2].
  assert (R : run [t] c d) by exact (simulation 2 _ H4 [s] c d (run_complete s c d H1 D) [t] [] H3 (fun k I => match I with end)).
  apply run_sound in R as [u [[<-|[]] R]]; auto. simpl. now rewrite H2.
Qed.

End Relations.

Arguments do_nothing {state}.
Arguments impossible {state}.
Arguments followed {state}.
Arguments either {state}.
Arguments star {state}.
Arguments possible {state}.
Arguments can_do {state}.
Arguments cannot_do {state}.
Arguments same {state}.
Arguments included {state}.

(* Proof that one relation is included in another: the letters, the tests asked, and both as terms. *)
Ltac included_by letters asked s t := refine (by_derivatives _ letters asked 2000 s t _); vm_compute; reflexivity.
Ltac same_by letters asked s t :=
  apply same_of_included; [included_by letters asked s t | included_by letters asked t s].
