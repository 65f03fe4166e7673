(* Displacement pieces after El-Hamiani-Khatat (2025): a piece is a finite set of vectors, a flag that says
   whether it slides, and guards. The procedure that decides one move by a loop (section 2.2 of the text) accepts
   exactly the edges of the movement graph whose path is clear and whose guards hold. *)

From Coq Require Import ZArith Lia List Bool.
Import ListNotations.
Open Scope Z_scope.

Definition square := (Z * Z)%type.
Inductive occupation := Empty | Friendly | Enemy.
Definition board := square -> occupation.
Definition guard := board -> square -> square -> bool.

(* The specification of a piece, and what it stands for: the map Phi of section 4.2. *)
Record spec := Spec { displacement : list (Z * Z); slides : bool; guards : list guard }.
Definition Phi (s : spec) : list (Z * Z) * list guard := (displacement s, guards s).

Theorem Phi_onto : forall vectors predicates, exists s, Phi s = (vectors, predicates).
Proof. intros v p. exists (Spec v false p). reflexivity. Qed.

Section Board.
Variables width height : Z.
Definition on_board (v : square) : bool :=
  (0 <=? fst v) && (fst v <? width) && (0 <=? snd v) && (snd v <? height).

(* ---- the definition: edges of the movement graph, and clear paths ---- *)

Definition distance (x y : Z) : Z := Z.max (Z.abs x) (Z.abs y).

(* P(u, v): the squares u + t (dx, dy) for t from 1 to d - 1, where d (dx, dy) = v - u. *)
Definition between (u v w : square) : Prop :=
  exists t dx dy, let d := distance (fst v - fst u) (snd v - snd u) in
    0 < t < d /\ d * dx = fst v - fst u /\ d * dy = snd v - snd u
    /\ w = (fst u + t * dx, snd u + t * dy).

Definition edge (s : spec) (b : board) (u v : square) : Prop :=
  on_board v = true /\ In (fst v - fst u, snd v - snd u) (displacement s)
  /\ (slides s = true -> forall w, between u v w -> b w = Empty).

Definition legal (s : spec) (b : board) (u v : square) : Prop :=
  edge s b u v /\ b v <> Friendly /\ forall g, In g (guards s) -> g b u v = true.

(* ---- the procedure ---- *)

Definition is_empty (o : occupation) : bool := match o with Empty => true | _ => false end.
Definition is_friendly (o : occupation) : bool := match o with Friendly => true | _ => false end.

Definition path_clear (b : board) (u v : square) : bool :=
  let x := fst v - fst u in
  let y := snd v - snd u in
  forallb (fun t => is_empty (b (fst u + Z.of_nat t * Z.sgn x, snd u + Z.of_nat t * Z.sgn y)))
    (seq 1 (Z.to_nat (distance x y) - 1)).

Definition is_legal (s : spec) (b : board) (u v : square) : bool :=
  on_board v
  && negb (is_friendly (b v))
  && existsb (fun d => Z.eqb (fst d) (fst v - fst u) && Z.eqb (snd d) (snd v - snd u)) (displacement s)
  && (if slides s then path_clear b u v else true)
  && forallb (fun g => g b u v) (guards s).

(* The loop follows signs: a sliding piece must go along a rank, a file or a diagonal (else the loop and the
   definition part: a vector (1, 2) has no unit direction). *)
Definition straight (d : Z * Z) : bool :=
  Z.eqb (fst d) 0 || Z.eqb (snd d) 0 || Z.eqb (Z.abs (fst d)) (Z.abs (snd d)).
Definition proper (s : spec) : bool := if slides s then forallb straight (displacement s) else true.

Lemma unit_direction : forall x y, straight (x, y) = true ->
  distance x y * Z.sgn x = x /\ distance x y * Z.sgn y = y.
Proof.
  unfold straight, distance; simpl. intros x y H.
  apply orb_prop in H as [H|H]; [apply orb_prop in H as [H|H]|]; apply Z.eqb_eq in H; lia.
Qed.

Lemma path_clear_spec : forall b u v, straight (fst v - fst u, snd v - snd u) = true ->
  (path_clear b u v = true <-> forall w, between u v w -> b w = Empty).
Proof.
  intros b u v S. apply unit_direction in S as [X Y]. unfold path_clear. rewrite forallb_forall.
  set (x := fst v - fst u) in *. set (y := snd v - snd u) in *. split; intros H.
  - intros w [t [dx [dy [T [E [F ->]]]]]]. fold x y in T, E, F.
    assert (dx = Z.sgn x) by nia. assert (dy = Z.sgn y) by nia. subst dx dy.
    assert (G : is_empty (b (fst u + t * Z.sgn x, snd u + t * Z.sgn y)) = true).
    { rewrite <- (Z2Nat.id t) by lia. apply H. apply in_seq. lia. }
    destruct (b _); auto; discriminate G.
  - intros t I. apply in_seq in I. rewrite H; auto.
    exists (Z.of_nat t), (Z.sgn x), (Z.sgn y). fold x y. repeat split; auto; lia.
Qed.

Theorem sound_and_complete : forall s b u v, proper s = true -> (is_legal s b u v = true <-> legal s b u v).
Proof.
  intros s b u v S. unfold is_legal, legal, edge. rewrite !andb_true_iff, forallb_forall, existsb_exists.
  assert (D : (exists d, In d (displacement s)
      /\ Z.eqb (fst d) (fst v - fst u) && Z.eqb (snd d) (snd v - snd u) = true)
    <-> In (fst v - fst u, snd v - snd u) (displacement s)).
  { split.
    - intros [[x y] [I E]]. apply andb_prop in E as [E1 E2]. apply Z.eqb_eq in E1, E2. simpl in *. now subst.
    - intros I. eexists; split; eauto. simpl. now rewrite !Z.eqb_refl. }
  rewrite D. clear D.
  assert (F : negb (is_friendly (b v)) = true <-> b v <> Friendly) by (destruct (b v); simpl; intuition congruence).
  rewrite F. clear F.
  assert (C : In (fst v - fst u, snd v - snd u) (displacement s) ->
    ((if slides s then path_clear b u v else true) = true
     <-> (slides s = true -> forall w, between u v w -> b w = Empty))).
  { intros I. unfold proper in S. destruct (slides s); [|intuition discriminate].
    rewrite forallb_forall in S. rewrite path_clear_spec by (apply S; auto). intuition. }
  tauto.
Qed.

Corollary soundness : forall s b u v, proper s = true -> is_legal s b u v = true -> legal s b u v.
Proof. intros; now apply sound_and_complete. Qed.

Corollary completeness : forall s b u v, proper s = true -> legal s b u v -> is_legal s b u v = true.
Proof. intros; now apply sound_and_complete. Qed.

End Board.
