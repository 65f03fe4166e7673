(* Boards and moves: what the terms of the algebra of board fragments mean, as functions
   from a configuration to the list of configurations that a move leads to. *)

From Coq Require Import List Bool Arith PArith NArith ZArith FMapPositive MSetPositive.
Import ListNotations.

Definition site := positive.                (* squares are numbered from 1 *)
Definition content := positive.             (* 1 + symbol * 2^marks + the bits of its marks *)
Definition board := PositiveMap.t content.
Definition contents := PositiveSet.t.       (* a set of contents *)
Definition region := PositiveSet.t.         (* a set of sites *)
Definition place := (site * nat)%type.      (* a site, and the frame of the compass there *)
Definition offset := list (PositiveMap.t place).  (* for each frame: where it leads from each site *)
Definition cursor := positive.

(* Where a move starts, and what it leads to. *)
Record config := Config {
  on : board;
  cursors : list (cursor * place);
  counters : list Z }.

(* A square of the left side of a rule: what may stand there, whether there may be no square at all,
   the cursors that must stand there, the regions in which it must (true) or must not (false) lie. *)
Record cell := Cell {
  allowed : contents;
  beyond : bool;
  standing : list cursor;
  inside : list (region * bool) }.

(* A square of the right side: one of some contents is put there; or the piece of a cursor, or what
   stands there, arrives with some marks gained and some lost; or nothing changes. *)
Inductive write :=
| Put (choices : list content)
| Carry (from : option cursor) (gains loses : N)
| Leave.

Inductive relation := Eq | Ne | Lt | Le | Gt | Ge.

Inductive move :=
| Nil                                                       (* nil *)
| Fail                                                      (* fail *)
| Rewrite (anchor : option cursor)                          (* f -> g, at a cursor or anywhere *)
    (before : list (offset * cell)) (after : list (offset * write * list cursor))
| Sequence (first second : move)                            (* M N *)
| Choice (first second : move)                              (* M | N *)
| Repeat (body : move) (low : nat) (high : option nat)      (* M{i,j}, M* *)
| Bind (x : cursor) (p : cell) (body : move)                (* %x p: M *)
| Each (x : cursor) (p : cell) (body : move)                (* each %x p: M *)
| Test (wanted : bool) (body : move)                        (* [M], ![M] *)
| Adjust (counter : nat) (relative : bool) (amount : Z)     (* n += k, n := k *)
| Compare (counter : nat) (r : relation) (other : Z + nat)  (* [n >= k] *)
| Most (counter : nat) (body : move).                       (* most n M *)

(* What all moves of a game have in common: its sites in order, the marks that a piece loses when
   it moves, the bounds of the counters. *)
Record world := World {
  sites : list site;
  lost_by_moving : N;
  bounds : list (Z * Z) }.

(* ---- tests that stop as soon as the answer is known ---- *)

Notation "a 'and_then' b" := (if a then b else false) (at level 60, right associativity).
Notation "a 'or_else' b" := (if a then true else b) (at level 60, right associativity).

Fixpoint all {A} (f : A -> bool) (l : list A) : bool :=
  match l with [] => true | a :: rest => f a and_then all f rest end.

Fixpoint any {A} (f : A -> bool) (l : list A) : bool :=
  match l with [] => false | a :: rest => f a or_else any f rest end.

(* ---- lookups ---- *)

Definition set_of (l : list positive) : PositiveSet.t :=
  fold_right PositiveSet.add PositiveSet.empty l.

Definition range (low high : positive) : list positive :=
  map (fun k => Pos.of_nat (Pos.to_nat low + k)) (seq 0 (S (Pos.to_nat high - Pos.to_nat low))).

Definition ranges (l : list (positive * positive)) : PositiveSet.t :=
  set_of (flat_map (fun r => range (fst r) (snd r)) l).

(* The offset that leads from the first of each pair to the second; frames apart. *)
Definition leading (l : list (list (site * place))) : offset :=
  map (fold_right (fun e t => PositiveMap.add (fst e) (snd e) t) (PositiveMap.empty place)) l.

Definition reach (o : offset) (p : place) : option place :=
  match nth_error o (snd p) with
  | Some table => PositiveMap.find (fst p) table
  | None => None
  end.

Definition content_at (b : board) (s : site) : content :=
  match PositiveMap.find s b with Some c => c | None => 1%positive end.

Fixpoint place_of (x : cursor) (l : list (cursor * place)) : option place :=
  match l with
  | [] => None
  | (y, p) :: rest => if Pos.eqb x y then Some p else place_of x rest
  end.

Fixpoint set_cursor (x : cursor) (p : place) (l : list (cursor * place)) :=
  match l with
  | [] => [(x, p)]
  | (y, q) :: rest =>
      if Pos.eqb x y then (x, p) :: rest
      else if Pos.ltb x y then (x, p) :: l
      else (y, q) :: set_cursor x p rest
  end.

Definition unset_cursor (x : cursor) (l : list (cursor * place)) :=
  filter (fun e => negb (Pos.eqb x (fst e))) l.

Definition with_marks (c : content) (gains loses : N) : content :=
  N.succ_pos (N.ldiff (N.lor (Pos.pred_N c) gains) loses).

(* ---- equality of configurations ---- *)

Fixpoint same_board (b d : board) : bool :=
  match b, d with
  | PositiveMap.Leaf _, PositiveMap.Leaf _ => true
  | PositiveMap.Node b1 x b2, PositiveMap.Node d1 y d2 =>
      (match x, y with
       | None, None => true
       | Some c, Some e => Pos.eqb c e
       | _, _ => false
       end) and_then same_board b1 d1 and_then same_board b2 d2
  | _, _ => false
  end.

Fixpoint same_list {A} (same : A -> A -> bool) (l m : list A) : bool :=
  match l, m with
  | [], [] => true
  | a :: l', b :: m' => same a b and_then same_list same l' m'
  | _, _ => false
  end.

Definition same_place (p q : place) : bool := Pos.eqb (fst p) (fst q) and_then Nat.eqb (snd p) (snd q).

Definition same_config (c d : config) : bool :=
  same_list (fun a b => Pos.eqb (fst a) (fst b) and_then same_place (snd a) (snd b)) (cursors c) (cursors d)
  and_then same_list Z.eqb (counters c) (counters d) and_then same_board (on c) (on d).

(* The members of a list, each once. *)
Fixpoint distinct {A} (same : A -> A -> bool) (l : list A) : list A :=
  match l with
  | [] => []
  | a :: rest => if any (same a) rest then distinct same rest else a :: distinct same rest
  end.

(* ---- rules ---- *)

Definition lies (s : site) (r : region * bool) : bool := Bool.eqb (PositiveSet.mem s (fst r)) (snd r).

Definition fits (p : cell) (s : site) (c : config) : bool :=
  PositiveSet.mem (content_at (on c) s) (allowed p)
  and_then all (lies s) (inside p)
  and_then all (fun x => match place_of x (cursors c) with Some q => Pos.eqb (fst q) s | None => false end)
       (standing p).

Definition fits_at (anchor : place) (c : config) (square : offset * cell) : bool :=
  match reach (fst square) anchor with
  | Some q => fits (snd square) (fst q) c
  | None => beyond (snd square)
  end.

(* The squares that the right side changes; two that coincide (on a glued board) make it impossible. *)
Fixpoint targets (anchor : place) (after : list (offset * write * list cursor)) : option (list site) :=
  match after with
  | [] => Some []
  | (o, w, _) :: rest =>
      match reach o anchor, targets anchor rest with
      | Some q, Some l =>
          match w with
          | Leave => Some l
          | _ => if any (Pos.eqb (fst q)) l then None else Some (fst q :: l)
          end
      | _, _ => None
      end
  end.

(* What may come to stand on a square. *)
Definition arriving (w : world) (c : config) (s : site) (what : write) : list content :=
  match what with
  | Put choices => choices
  | Leave => [content_at (on c) s]
  | Carry from gains loses =>
      match from with
      | None => [with_marks (content_at (on c) s) gains loses]
      | Some x =>
          match place_of x (cursors c) with
          | None => []
          | Some q =>
              let found := content_at (on c) (fst q) in
              let found := if Pos.eqb (fst q) s then found else with_marks found 0 (lost_by_moving w) in
              [with_marks found gains loses]
          end
      end
  end.

(* The right side written square by square; contents that are carried come from where the move started. *)
Fixpoint written (w : world) (start : config) (anchor : place)
    (after : list (offset * write * list cursor)) (now : config) : list config :=
  match after with
  | [] => [now]
  | (o, what, placed) :: rest =>
      match reach o anchor with
      | None => []
      | Some q =>
          let standing := fold_left (fun l x => set_cursor x q l) placed (cursors now) in
          match what with
          | Leave => written w start anchor rest (Config (on now) standing (counters now))
          | _ => flat_map (fun k =>
                   written w start anchor rest
                     (Config (PositiveMap.add (fst q) k (on now)) standing (counters now)))
                   (arriving w start (fst q) what)
          end
      end
  end.

Definition rewrite_at (w : world) before after (c : config) (anchor : place) : list config :=
  if all (fits_at anchor c) before then
    match targets anchor after with
    | Some _ => written w c anchor after c
    | None => []
    end
  else [].

Definition anywhere (w : world) : list place := map (fun s => (s, 0)) (sites w).

(* The squares that a binder may choose. *)
Definition bound_places (w : world) (p : cell) (c : config) : list place :=
  match standing p with
  | [] => filter (fun q => fits p (fst q) c) (anywhere w)
  | x :: others =>
      match place_of x (cursors c) with
      | None => []
      | Some q =>
          if all (fun y => match place_of y (cursors c) with
                               | Some r => same_place q r | None => false end) others
             and_then fits p (fst q) c
          then [q] else []
      end
  end.

(* ---- repetition ---- *)

(* The configurations found, and those of them found last. *)
Definition known := (list config * list config)%type.

Definition onward (step : config -> list config) (k : known) : known :=
  let fresh := filter (fun d => negb (any (same_config d) (fst k)))
                 (distinct same_config (flat_map step (snd k))) in
  (fresh ++ fst k, fresh).

Fixpoint rounds (step : config -> list config) (n : nat) (k : known) : known :=
  match n with
  | 0 => k
  | S m => match snd k with [] => k | _ => rounds step m (onward step k) end
  end.

(* Two to the n rounds, or as many as find something. *)
Fixpoint many_rounds (step : config -> list config) (n : nat) (k : known) : known :=
  match snd k with
  | [] => k
  | _ => match n with
         | 0 => onward step k
         | S m => many_rounds step m (many_rounds step m k)
         end
  end.

Fixpoint times (step : config -> list config) (n : nat) (l : list config) : list config :=
  match n with
  | 0 => l
  | S m => times step m (distinct same_config (flat_map step l))
  end.

Definition repeated (step : config -> list config) (low : nat) (high : option nat) (c : config) :=
  let start := times step low [c] in
  match high with
  | None => fst (many_rounds step 64 (start, start))
  | Some h => fst (rounds step (h - low) (start, start))
  end.

(* ---- counters ---- *)

Definition compared (r : relation) (a b : Z) : bool :=
  match r with
  | Eq => Z.eqb a b | Ne => negb (Z.eqb a b)
  | Lt => Z.ltb a b | Le => Z.leb a b
  | Gt => Z.ltb b a | Ge => Z.leb b a
  end.

Definition count (n : nat) (c : config) : Z := nth n (counters c) 0%Z.

Fixpoint set_nth {A} (n : nat) (a : A) (l : list A) : list A :=
  match l, n with
  | [], _ => []
  | _ :: rest, 0 => a :: rest
  | b :: rest, S m => b :: set_nth m a rest
  end.

(* ---- the meaning of moves ---- *)

(* A configuration after a binder: its cursor has its outer place again. *)
Definition left_at (x : cursor) (c e : config) : config :=
  Config (on e)
    (match place_of x (cursors c) with
     | Some q => set_cursor x q (cursors e)
     | None => unset_cursor x (cursors e)
     end)
    (counters e).

Definition with_cursor (x : cursor) (run : config -> list config) (c : config) (p : place) : list config :=
  map (left_at x c) (run (Config (on c) (set_cursor x p (cursors c)) (counters c))).

(* Where `each` puts its cursor on a site. *)
Definition each_place (p : cell) (s : site) (c : config) : place :=
  match standing p with
  | [] => (s, 0)
  | y :: _ => match place_of y (cursors c) with Some q => q | None => (s, 0) end
  end.

Definition rewritten (w : world) (anchor : option cursor) before after (c : config) : list config :=
  match anchor with
  | Some x => match place_of x (cursors c) with Some p => rewrite_at w before after c p | None => [] end
  | None => flat_map (rewrite_at w before after c) (anywhere w)
  end.

(* For every site in order: what `run` leads to with the cursor there, or no change. *)
Definition at_each (w : world) (x : cursor) (p : cell) (run : config -> list config) (c : config) :=
  fold_left (fun now s =>
    distinct same_config (flat_map (fun d =>
      if fits p s d
      then match with_cursor x run d (each_place p s d) with [] => [d] | ends => ends end
      else [d]) now)) (sites w) [c].

Definition adjusted (w : world) (n : nat) (relative : bool) (amount : Z) (c : config) : list config :=
  let value := if relative then (count n c + amount)%Z else amount in
  let (low, high) := nth n (bounds w) (0, 0)%Z in
  if Z.leb low value and_then Z.leb value high
  then [Config (on c) (cursors c) (set_nth n value (counters c))] else [].

Definition holding (n : nat) (r : relation) (other : Z + nat) (c : config) : bool :=
  compared r (count n c) (match other with inl k => k | inr k => count k c end).

Definition greatest (n : nat) (found : list config) : list config :=
  let ends := distinct same_config found in
  let best := fold_left (fun z e => Z.max z (count n e)) ends
                (match ends with [] => 0%Z | e :: _ => count n e end) in
  filter (fun e => Z.eqb (count n e) best) ends.

(* `runs w m c` lists what a move leads to from c; `leads w m k c` says whether one of these satisfies k, and
   stops there. *)
Fixpoint runs (w : world) (m : move) (c : config) {struct m} : list config :=
  match m with
  | Nil => [c]
  | Fail => []
  | Rewrite anchor before after => rewritten w anchor before after c
  | Sequence a b => flat_map (runs w b) (runs w a c)
  | Choice a b => runs w a c ++ runs w b c
  | Repeat a low high => repeated (runs w a) low high c
  | Bind x p a => flat_map (with_cursor x (runs w a) c) (bound_places w p c)
  | Each x p a => at_each w x p (runs w a) c
  | Test wanted a => if Bool.eqb (leads w a (fun _ => true) c) wanted then [c] else []
  | Adjust n relative amount => adjusted w n relative amount c
  | Compare n r other => if holding n r other c then [c] else []
  | Most n a => greatest n (runs w a c)
  end

with leads (w : world) (m : move) (k : config -> bool) (c : config) {struct m} : bool :=
  match m with
  | Nil => k c
  | Fail => false
  | Rewrite None before after => any (fun p => any k (rewrite_at w before after c p)) (anywhere w)
  | Rewrite anchor before after => any k (rewritten w anchor before after c)
  | Sequence a b => leads w a (leads w b k) c
  | Choice a b => leads w a k c or_else leads w b k c
  | Repeat a low high => any k (repeated (runs w a) low high c)
  | Bind x p a =>
      any (fun q => leads w a (fun e => k (left_at x c e))
                      (Config (on c) (set_cursor x q (cursors c)) (counters c))) (bound_places w p c)
  | Each x p a => any k (at_each w x p (runs w a) c)
  | Test wanted a => Bool.eqb (leads w a (fun _ => true) c) wanted and_then k c
  | Adjust n relative amount => any k (adjusted w n relative amount c)
  | Compare n r other => holding n r other c and_then k c
  | Most n a => any k (greatest n (runs w a c))
  end.

Lemma any_map : forall A B (f : A -> B) k l, any k (map f l) = any (fun a => k (f a)) l.
Proof. induction l as [|a l IH]; simpl; auto. now rewrite IH. Qed.

Lemma any_app : forall A (k : A -> bool) l m, any k (l ++ m) = any k l or_else any k m.
Proof. induction l as [|a l IH]; simpl; intros; auto. destruct (k a); auto. Qed.

Lemma any_flat : forall A B (f : A -> list B) k l, any k (flat_map f l) = any (fun a => any k (f a)) l.
Proof. induction l as [|a l IH]; simpl; auto. rewrite any_app, IH. reflexivity. Qed.

Lemma any_same : forall A (f g : A -> bool) l, (forall a, f a = g a) -> any f l = any g l.
Proof. induction l as [|a l IH]; simpl; intros H; auto. rewrite H, IH by auto. reflexivity. Qed.

(* The two agree. *)
Theorem leads_runs : forall w m k c, leads w m k c = any k (runs w m c).
Proof.
  intros w m; induction m; intros k c; simpl; auto.
  - destruct (k c); auto.
  - destruct anchor; simpl; auto. now rewrite any_flat.
  - rewrite IHm1, any_flat. apply any_same; auto.
  - now rewrite any_app, IHm1, IHm2.
  - rewrite any_flat. apply any_same. intros q. unfold with_cursor. now rewrite any_map, IHm.
  - destruct (Bool.eqb _ _); simpl; auto. destruct (k c); auto.
  - destruct (holding _ _ _ _); simpl; auto. destruct (k c); auto.
Qed.
