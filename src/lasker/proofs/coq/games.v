(* Games: positions, legal moves, how many sequences of moves there are, and what a player can force. *)

From Coq Require Import QArith Lia.
Open Scope nat_scope.

Record state := State {
  player : option nat;                    (* None where chance moves *)
  turn : move;
  next : list (option move * nat) }.      (* tests in order, and the state that follows *)

Record position := Position {
  in_state : nat;
  placed : board;
  counted : list Z }.

Record game := Game {
  inner : world;
  states : list state;
  settle : move;                          (* done after every move; it has one result *)
  ends : list (list (move * list Q));     (* each rule by state: its test, and what every player gets *)
  passes : bool;                          (* may a move leave everything as it was? *)
  keyed : list bool;                      (* which counters tell positions apart *)
  scratch : N;                            (* marks that end with the move *)
  reset : list (option Z);                (* counters that start anew after every move *)
  turn_marks : N;                         (* marks that end with the owner's next turn *)
  own : list contents }.                  (* what such a turn concerns, by player *)

Section Play.
Variable g : game.
Let w := inner g.

Definition state_of (n : nat) : state := nth n (states g) (State None Fail []).

Definition standing_at (p : position) : config := Config (placed p) [] (counted p).

Definition can (m : move) (c : config) : bool :=
  leads w m (fun _ => true) c.

(* What the first rule that ends the game here gives to every player. *)
Definition outcome (p : position) : option (list Q) :=
  match find (fun rule => can (fst (nth (in_state p) rule (Fail, []))) (standing_at p)) (ends g) with
  | Some rule => Some (snd (nth (in_state p) rule (Fail, [])))
  | None => None
  end.

Definition without (marks : N) (among : content -> bool) (b : board) : board :=
  match marks with
  | N0 => b
  | _ => PositiveMap.map (fun c => if among c then with_marks c 0 marks else c) b
  end.

Definition same_owner (a b : option nat) : bool :=
  match a, b with
  | None, None => true
  | Some x, Some y => Nat.eqb x y
  | _, _ => false
  end.

(* The position after a move: scratch is wiped; where the turn passes to another player, the marks of
   his last turn are gone; and it is settled. *)
Definition settled (from to : nat) (c : config) : list position :=
  let b := without (scratch g) (fun _ => true) (on c) in
  let b := match player (state_of to) with
           | Some q => if same_owner (player (state_of from)) (Some q) then b
                       else without (turn_marks g)
                              (fun k => PositiveSet.mem k (nth q (own g) PositiveSet.empty)) b
           | None => b
           end in
  let k := map (fun e => match fst e with Some z => z | None => snd e end)
             (combine (reset g) (counters c)) in
  map (fun d => Position to (on d) (counters d))
    (distinct same_config (runs w (settle g) (Config b [] k))).

Definition following (p : position) (c : config) : list position :=
  match find (fun e => match fst e with None => true | Some t => can t c end)
          (next (state_of (in_state p))) with
  | Some e => settled (in_state p) (snd e) c
  | None => []
  end.

Definition only_keyed (l : list Z) : list Z :=
  map snd (filter fst (combine (keyed g) l)).

Definition unchanged (p q : position) : bool :=
  same_board (placed p) (placed q)
  and_then same_list Z.eqb (only_keyed (counted p)) (only_keyed (counted q)).

Definition same_position (p q : position) : bool :=
  Nat.eqb (in_state p) (in_state q) and_then same_list Z.eqb (counted p) (counted q)
  and_then same_board (placed p) (placed q).

(* The positions to which the legal moves lead: none when the game has ended, and a result equal to its
   source is no move unless passing is allowed. *)
Definition successors (p : position) : list position :=
  match outcome p with
  | Some _ => []
  | None =>
      let found := flat_map (following p) (runs w (turn (state_of (in_state p))) (standing_at p)) in
      match player (state_of (in_state p)) with
      | None => found
      | Some _ => if passes g then found else filter (fun q => negb (unchanged p q)) found
      end
  end.

Definition moves (p : position) : list position := distinct same_position (successors p).

(* How many sequences of n legal moves there are. *)
Fixpoint perft (n : nat) (p : position) : N :=
  match n with
  | O => 1%N
  | S m => fold_left (fun sum q => N.add sum (perft m q)) (moves p) 0%N
  end.

(* ---- what a player can force ---- *)

Variable who : nat.
Variable least : Q.

Definition enough (pay : list Q) : bool := Qle_bool least (nth who pay 0%Q).
Definition to_move (p : position) : bool := same_owner (player (state_of (in_state p))) (Some who).

(* `who` gets at least `least` within n plies, whatever the others do, and chance. *)
Fixpoint forces (n : nat) (p : position) : Prop :=
  match outcome p with
  | Some pay => (least <= nth who pay 0)%Q
  | None =>
      match n with
      | 0 => False
      | S m =>
          if to_move p then exists q, In q (successors p) /\ forces m q
          else successors p <> [] /\ forall q, In q (successors p) -> forces m q
      end
  end.

(* A strategy: positions in which `who` is to move, within how many plies it is over, and the squares
   by which the successor to choose is known. *)
Record choice_at := At { here : position; within : nat; shown : list (site * content) }.

Fixpoint push (c k : positive) : positive :=
  match c with xH => xI k | xO d => push d (xO k) | xI d => push d (xI k) end.

(* Where a position is filed; two positions may share a key. *)
Definition key (p : position) : positive :=
  fold_left (fun k s => match content_at (placed p) s with xH => xO k | c => push c k end)
    (sites w) (Pos.of_succ_nat (in_state p)).

Definition index (l : list choice_at) : PositiveMap.t (list choice_at) :=
  fold_left (fun t e =>
      let k := key (here e) in
      PositiveMap.add k (e :: match PositiveMap.find k t with Some l => l | None => [] end) t)
    l (PositiveMap.empty _).

Definition listed (t : PositiveMap.t (list choice_at)) (p : position) (below : nat) : bool :=
  match PositiveMap.find (key p) t with
  | Some l => any (fun e => Nat.ltb (within e) below and_then same_position p (here e)) l
  | None => false
  end.

(* Positions of the strategy that end sooner than `below` are taken for granted. *)
Fixpoint holds (t : PositiveMap.t (list choice_at)) (below n : nat) (p : position) : bool :=
  if listed t p (Nat.min below (S n)) then true
  else match outcome p with
  | Some pay => enough pay
  | None =>
      match n with
      | 0 => false
      | S m =>
          let found := successors p in
          if to_move p then any (holds t below m) found
          else match found with [] => false | _ => all (holds t below m) found end
      end
  end.

Definition matches (l : list (site * content)) (p : position) : bool :=
  all (fun e => Pos.eqb (content_at (placed p) (fst e)) (snd e)) l.

Definition choice_holds (t : PositiveMap.t (list choice_at)) (e : choice_at) : bool :=
  match within e with
  | 0 => false
  | S m => to_move (here e)
           and_then match outcome (here e) with None => true | Some _ => false end
           and_then any (holds t (S m) m) (filter (matches (shown e)) (successors (here e)))
  end.

Definition strategy_wins (l : list choice_at) (n : nat) (p : position) : bool :=
  let t := index l in all (choice_holds t) l and_then holds t (S n) n p.

(* ---- why a strategy that passes the test wins ---- *)

Lemma all_spec : forall A (f : A -> bool) l, all f l = forallb f l.
Proof. induction l as [|a l IH]; simpl; [|rewrite IH]; auto. Qed.

Lemma any_spec : forall A (f : A -> bool) l, any f l = existsb f l.
Proof. induction l as [|a l IH]; simpl; [|rewrite IH]; auto. Qed.

Lemma and_spec : forall a b : bool, a and_then b = true -> a = true /\ b = true.
Proof. intros [] []; auto. Qed.

Lemma same_list_sound : forall A (same : A -> A -> bool),
  (forall a b, same a b = true -> a = b) -> forall l m, same_list same l m = true -> l = m.
Proof.
  intros A same sound l; induction l as [|a l IH]; intros [|b m] H; simpl in H;
    try discriminate; auto.
  apply and_spec in H as [H1 H2]. apply sound in H1. apply IH in H2. congruence.
Qed.

Lemma same_board_sound : forall b d : board, same_board b d = true -> b = d.
Proof.
  induction b as [|b1 IH1 x b2 IH2]; intros [|d1 y d2] H; simpl in H; try discriminate; auto.
  apply and_spec in H as [H H2]. apply and_spec in H2 as [H1 H2].
  apply IH1 in H1. apply IH2 in H2. subst.
  destruct x, y; try discriminate; auto. apply Pos.eqb_eq in H. congruence.
Qed.

Lemma same_position_sound : forall p q, same_position p q = true -> p = q.
Proof.
  intros [s b k] [t d l] H. unfold same_position in H; simpl in H.
  apply and_spec in H as [H1 H2]. apply and_spec in H2 as [H2 H3].
  apply Nat.eqb_eq in H1. apply same_board_sound in H3.
  apply same_list_sound in H2; [congruence | intros; now apply Z.eqb_eq].
Qed.

Lemma forces_longer : forall n m p, (n <= m)%nat -> forces n p -> forces m p.
Proof.
  induction n as [|n IH]; intros m p le H.
  - simpl in H. destruct m; simpl; destruct (outcome p); tauto.
  - destruct m as [|m]; [lia|]. simpl in *. destruct (outcome p); auto.
    destruct (to_move p).
    + destruct H as [q [Hq H]]. exists q; split; auto. apply IH; auto; lia.
    + destruct H as [H1 H2]. split; auto. intros q Hq. apply IH; [lia | auto].
Qed.

Definition true_below (t : PositiveMap.t (list choice_at)) (b : nat) : Prop :=
  forall k l e, PositiveMap.find k t = Some l -> In e l -> (within e < b)%nat ->
    forces (within e) (here e).

Lemma holds_sound : forall t b n p, true_below t b -> holds t b n p = true -> forces n p.
Proof.
  intros t b n; induction n as [|n IH]; intros p good H; simpl in H.
  all: match type of H with (if listed ?t ?p ?k then _ else _) = true =>
         destruct (listed t p k) eqn:L end.
  1, 3: unfold listed in L; destruct (PositiveMap.find (key p) t) as [l|] eqn:F; [|discriminate];
    rewrite any_spec in L; apply existsb_exists in L as [e [He L]]; apply and_spec in L as [L1 L2];
    apply Nat.ltb_lt in L1; apply same_position_sound in L2; subst p;
    apply forces_longer with (within e); [lia|]; eapply good; eauto; lia.
  - simpl. destruct (outcome p); [now apply Qle_bool_iff | discriminate].
  - simpl. destruct (outcome p); [now apply Qle_bool_iff|].
    destruct (to_move p).
    + rewrite any_spec in H; apply existsb_exists in H as [q [Hq H]]. exists q; split; auto.
    + destruct (successors p) eqn:E; [discriminate|]. split; [discriminate|].
      intros q Hq. apply IH; auto. rewrite all_spec, forallb_forall in H. auto.
Qed.

Lemma choice_sound : forall t e, true_below t (within e) -> choice_holds t e = true ->
  forces (within e) (here e).
Proof.
  intros t e good H. unfold choice_holds in H. destruct (within e) as [|m] eqn:W; [discriminate|].
  apply and_spec in H as [H1 H2]. apply and_spec in H2 as [H2 H3].
  simpl. destruct (outcome (here e)); [discriminate|]. rewrite H1.
  rewrite any_spec in H3; apply existsb_exists in H3 as [q [Hq H3]]. apply filter_In in Hq as [Hq _].
  exists q; split; auto. eapply holds_sound; eauto.
Qed.

Lemma index_members : forall l t k found e,
  PositiveMap.find k (fold_left (fun t e =>
      let k := key (here e) in
      PositiveMap.add k (e :: match PositiveMap.find k t with Some l => l | None => [] end) t) l t)
    = Some found -> In e found ->
  In e l \/ exists old, PositiveMap.find k t = Some old /\ In e old.
Proof.
  induction l as [|a l IH]; intros t k found e F I; simpl in F.
  - right; eauto.
  - destruct (IH _ _ _ _ F I) as [H | [old [Fo Io]]]; [left; now right|].
    destruct (Pos.eq_dec k (key (here a))) as [-> | N].
    + rewrite PositiveMap.gss in Fo. injection Fo as <-. destruct Io as [-> | Io].
      * left; now left.
      * destruct (PositiveMap.find (key (here a)) t) eqn:E; [right; eauto | destruct Io].
    + rewrite PositiveMap.gso in Fo by auto. right; eauto.
Qed.

Theorem by_strategy : forall l n p, strategy_wins l n p = true -> forces n p.
Proof.
  intros l n p H. unfold strategy_wins in H. apply and_spec in H as [H1 H2].
  rewrite all_spec, forallb_forall in H1.
  assert (all : forall b, true_below (index l) b).
  { induction b as [|b IH]; intros k found e F I lt; [lia|].
    destruct (index_members _ _ _ _ _ F I) as [M | [old [Fo _]]].
    - apply choice_sound with (index l); [|auto].
      intros k' l' e' F' I' lt'. apply (IH k' l' e'); auto; lia.
    - rewrite PositiveMap.gempty in Fo; discriminate. }
  eapply holds_sound; eauto.
Qed.

End Play.

(* Proof by computation. *)
Ltac by_computation := vm_cast_no_check (eq_refl true).
