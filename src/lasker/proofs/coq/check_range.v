(* Theorem 1 of Guan (2022): a king is in check only if an enemy piece stands in its check range, the union of
   the ranges that a piece of every type would have in its place. The converse is false.
   As in the text, castling, en passant and promotion are left out. *)

From Coq Require Import ZArith Lia List.
Import ListNotations.
Open Scope Z_scope.

(* Definitions 1 to 5. A position is a pair of coordinates; on the board they are 0 to 7. *)
Inductive colour := white | black.
Definition switch (c : colour) : colour := match c with white => black | black => white end.
Inductive type := P | N | B | R | Q | K.
Definition position := (Z * Z)%type.
Definition on_board (p : position) : Prop := 0 <= fst p < 8 /\ 0 <= snd p < 8.
Definition piece := (colour * type)%type.

(* Definition 6: what stands on each position; None is the null piece. *)
Definition grid := position -> option piece.

Definition plus (p d : position) : position := (fst p + fst d, snd p + snd d).
Definition times (n : Z) (d : position) : position := (n * fst d, n * snd d).

Definition straight : list position := [(1, 0); (-1, 0); (0, 1); (0, -1)].
Definition diagonal : list position := [(1, 1); (1, -1); (-1, 1); (-1, -1)].
Definition leaps : list position := [(1, 2); (1, -2); (-1, 2); (-1, -2); (2, 1); (2, -1); (-2, 1); (-2, -1)].

(* Where a type attacks by one step or leap, and in which directions it rides over empty squares. *)
Definition forward (c : colour) : Z := match c with white => 1 | black => -1 end.
Definition steps (c : colour) (t : type) : list position :=
  match t with
  | P => [(1, forward c); (-1, forward c)]
  | N => leaps
  | K => straight ++ diagonal
  | _ => []
  end.
Definition rides (t : type) : list position :=
  match t with R => straight | B => diagonal | Q => straight ++ diagonal | _ => [] end.

(* Definition 8: the range of a piece of colour c and type t that stands on p: positions it may attack, not
   held by its own side. *)
Definition attacks (g : grid) (c : colour) (t : type) (p q : position) : Prop :=
  (exists d, In d (steps c t) /\ q = plus p d)
  \/ (exists d n, In d (rides t) /\ 0 < n /\ q = plus p (times n d)
      /\ forall k, 0 < k < n -> g (plus p (times k d)) = None).
Definition range (g : grid) (c : colour) (t : type) (p q : position) : Prop :=
  on_board q /\ attacks g c t p q /\ forall u, g q <> Some (c, u).

(* Definition 9: the king of colour c on q is in check. *)
Definition in_check (g : grid) (c : colour) (q : position) : Prop :=
  exists p t, on_board p /\ g p = Some (switch c, t) /\ range g (switch c) t p q.

(* The grid with a piece of type t in place of the king on q. *)
Definition replaced (g : grid) (q : position) (c : colour) (t : type) : grid :=
  fun p => if andb (Z.eqb (fst p) (fst q)) (Z.eqb (snd p) (snd q)) then Some (c, t) else g p.

Definition check_range (g : grid) (c : colour) (q p : position) : Prop :=
  exists t, range (replaced g q c t) c t q p.

Definition opposite (d : position) : position := (- fst d, - snd d).

Lemma steps_back : forall c t d, In d (steps (switch c) t) -> In (opposite d) (steps c t).
Proof. intros c t [x y]; destruct c, t; simpl; unfold opposite; simpl; intuition (try congruence);
  repeat match goal with H : (_, _) = (_, _) |- _ => injection H as <- <- end; simpl; auto 12. Qed.

Lemma rides_back : forall t d, In d (rides t) -> In (opposite d) (rides t).
Proof. intros t [x y]; destruct t; simpl; unfold opposite; simpl; intuition (try congruence);
  repeat match goal with H : (_, _) = (_, _) |- _ => injection H as <- <- end; simpl; auto 12. Qed.

Lemma elsewhere : forall g q c t p, p <> q -> replaced g q c t p = g p.
Proof.
  intros g [a b] c t [x y] H. unfold replaced; simpl.
  destruct (Z.eqb_spec x a), (Z.eqb_spec y b); simpl; auto. subst; congruence.
Qed.

Lemma rides_move : forall t d, In d (rides t) -> d <> (0, 0).
Proof. intros t d; destruct t; simpl; intuition congruence. Qed.

Theorem theorem_1 : forall g c q,
  on_board q -> g q = Some (c, K) -> in_check g c q ->
  exists p t, g p = Some (switch c, t) /\ check_range g c q p.
Proof.
  intros g c q Hq king [p [t [Hp [enemy [_ [A _]]]]]].
  assert (pq : p <> q) by (intros ->; rewrite king in enemy; injection enemy as E _; destruct c; discriminate).
  exists p, t. split; auto. exists t. split; [auto|]. split.
  - destruct A as [[d [I E]] | [d [n [I [pos [E clear]]]]]].
    + left. exists (opposite d). split; [now apply steps_back|].
      subst q. destruct p, d; unfold plus, opposite; simpl; f_equal; lia.
    + right. exists (opposite d), n. split; [now apply rides_back|]. split; auto. split.
      * subst q. destruct p, d; unfold plus, times, opposite; simpl; f_equal; lia.
      * intros k between.
        assert (S : plus q (times k (opposite d)) = plus p (times (n - k) d))
          by (subst q; destruct p, d; unfold plus, times, opposite; simpl; f_equal; lia).
        rewrite S, elsewhere; [apply clear; lia|].
        subst q. pose proof (rides_move _ _ I) as M. destruct p as [a b], d as [x y].
        unfold plus, times; simpl. intros F. injection F as F1 F2. apply M.
        assert (x = 0) by nia. assert (y = 0) by nia. congruence.
  - intros u. rewrite elsewhere, enemy by auto. destruct c; discriminate.
Qed.

(* The converse is false: a knight beside the king stands in its check range, and attacks it not. *)
Definition example : grid := fun p =>
  match p with (0, 0) => Some (white, K) | (1, 0) => Some (black, N) | _ => None end.

Theorem converse_is_false : exists g c q p t,
  g q = Some (c, K) /\ g p = Some (switch c, t) /\ check_range g c q p /\ ~ in_check g c q.
Proof.
  exists example, white, (0, 0), (1, 0), N. repeat split; auto.
  - exists R. split; [unfold on_board; simpl; lia|]. split; [|intros u; discriminate].
    right. exists (1, 0), 1. simpl. split; auto. split; [lia|]. split; auto. intros k between; lia.
  - intros [p [t [_ [E [_ [A _]]]]]]. unfold example in E.
    assert (F : p = (1, 0) /\ t = N).
    { destruct p as [[|a|a] [|b|b]]; simpl in E; try discriminate; destruct a; try discriminate.
      injection E as <-. auto. }
    destruct F as [-> ->]. destruct A as [[d [I A]] | [d [n [[] _]]]].
    simpl in I. unfold plus in A. simpl in A.
    repeat destruct I as [<-|I]; try contradiction; simpl in A; discriminate.
Qed.
