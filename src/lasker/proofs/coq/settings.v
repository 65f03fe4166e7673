(* Two moves compared on every setting of a board: all its fillings, with all values of the counters. *)

(* The board on which every site has the content that f says. *)
Definition filled (f : site -> content) (all_sites : list site) : board :=
  fold_right (fun s b => PositiveMap.add s (f s) b) (PositiveMap.empty content) all_sites.

Fixpoint fillings (all_sites : list site) (known : list content) : list board :=
  match all_sites with
  | [] => [PositiveMap.empty content]
  | s :: rest => flat_map (fun b => map (fun k => PositiveMap.add s k b) known) (fillings rest known)
  end.

Fixpoint values (l : list (Z * Z)) : list (list Z) :=
  match l with
  | [] => [[]]
  | (low, high) :: rest =>
      flat_map (fun v => map (fun n => (low + Z.of_nat n)%Z :: v) (seq 0 (Z.to_nat (high - low + 1))))
        (values rest)
  end.

Definition among (l m : list config) : bool := all (fun d => any (same_config d) m) l.

Definition included_on (w : world) (known : list content) (M N : move) : bool :=
  all (fun b => all (fun v => among (runs w M (Config b [] v)) (runs w N (Config b [] v)))
                  (values (bounds w))) (fillings (sites w) known).

Lemma all_sound : forall A (f : A -> bool) l a, all f l = true -> In a l -> f a = true.
Proof.
  induction l as [|b l IH]; simpl; intros a H I; [contradiction|].
  destruct (f b) eqn:E; [|discriminate]. destruct I as [<-|I]; auto.
Qed.

Lemma any_sound : forall A (f : A -> bool) l, any f l = true -> exists a, In a l /\ f a = true.
Proof.
  induction l as [|b l IH]; simpl; intros H; [discriminate|].
  destruct (f b) eqn:E; [exists b; auto | destruct (IH H) as [a [I J]]; exists a; auto].
Qed.

Lemma same_board_sound : forall b d, same_board b d = true -> b = d.
Proof.
  induction b as [|b1 IH1 x b2 IH2]; intros [|d1 y d2] H; simpl in H; try discriminate; auto.
  destruct x as [c|], y as [e|]; try discriminate; [destruct (Pos.eqb c e) eqn:E; [|discriminate]|];
    destruct (same_board b1 d1) eqn:F; try discriminate;
    rewrite (IH1 _ F), (IH2 _ H); try (apply Pos.eqb_eq in E as ->); auto.
Qed.

Lemma same_list_sound : forall A (same : A -> A -> bool), (forall a b, same a b = true -> a = b) ->
  forall l m, same_list same l m = true -> l = m.
Proof.
  intros A same S l; induction l as [|a l IH]; intros [|b m] H; simpl in H; try discriminate; auto.
  destruct (same a b) eqn:E; [|discriminate]. now rewrite (S _ _ E), (IH _ H).
Qed.

Lemma same_config_sound : forall c d, same_config c d = true -> c = d.
Proof.
  intros [b x k] [d y l] H. unfold same_config in H; simpl in H.
  match type of H with (if ?a then _ else _) = _ => destruct a eqn:E; [|discriminate] end.
  destruct (same_list Z.eqb k l) eqn:F; [|discriminate].
  apply same_board_sound in H as ->. apply (same_list_sound _ _ (fun a b => proj1 (Z.eqb_eq a b))) in F as ->.
  apply same_list_sound in E as ->; auto.
  intros [p [s m]] [q [t n]] G; simpl in G. destruct (Pos.eqb p q) eqn:P; [|discriminate].
  unfold same_place in G; simpl in G. destruct (Pos.eqb s t) eqn:Q; [|discriminate].
  apply Pos.eqb_eq in P as ->. apply Pos.eqb_eq in Q as ->. apply Nat.eqb_eq in G as ->. auto.
Qed.

Lemma fillings_complete : forall f all_sites known, (forall s, In s all_sites -> In (f s) known) ->
  In (filled f all_sites) (fillings all_sites known).
Proof.
  induction all_sites as [|s rest IH]; intros known H; simpl; auto.
  apply in_flat_map. exists (filled f rest). split; [apply IH; simpl in *; auto|].
  apply (in_map (fun k => PositiveMap.add s k (filled f rest))). apply H. simpl; auto.
Qed.

(* What is included on every setting that was tried is included on every setting. *)
Theorem by_exhaustion : forall w known M N, included_on w known M N = true ->
  forall f v, (forall s, In s (sites w) -> In (f s) known) -> In v (values (bounds w)) ->
  forall d, In d (runs w M (Config (filled f (sites w)) [] v)) ->
            In d (runs w N (Config (filled f (sites w)) [] v)).
Proof.
  intros w known M N H f v K V d D. unfold included_on in H.
  pose proof (all_sound _ _ _ _ H (fillings_complete f (sites w) known K)) as L. simpl in L.
  pose proof (all_sound _ _ _ _ (all_sound _ _ _ _ L V) D) as T.
  apply any_sound in T as [e [J S]]. apply same_config_sound in S as ->. exact J.
Qed.
