(* Spaces: where an offset leads on a lattice, perhaps with edges glued together, and on a graph. *)

(* Crossing the edge of an axis leads to the opposite edge, mirrored along another axis if there is a twist. *)
Record seam := Seam { axis : nat; length_of : Z; twist : option nat }.

Record lattice := Lattice {
  points : list (site * list Z);
  lowest : list Z;
  highest : list Z;
  seams : list seam;
  signs : list (list Z) }.       (* the frames: for each axis 1, or -1 where the compass is mirrored *)

(* w columns and h rows from (0, 0); sites are numbered row by row from the bottom. *)
Definition rectangle (w h : nat) : list (site * list Z) :=
  map (fun k => (Pos.of_succ_nat k, [Z.of_nat (k mod w); Z.of_nat (k / w)])) (seq 0 (w * h)).

Definition cross (b : lattice) (at_ : list Z * list Z) (s : seam) : list Z * list Z :=
  let (point, sign) := at_ in
  let low := nth (axis s) (lowest b) 0%Z in
  let x := (nth (axis s) point 0 - low)%Z in
  let point := set_nth (axis s) (x mod length_of s + low)%Z point in
  match twist s with
  | Some t =>
      if Z.odd (x / length_of s)
      then (set_nth t (nth t (lowest b) 0 + nth t (highest b) 0 - nth t point 0)%Z point,
            set_nth t (- nth t sign 0)%Z sign)
      else (point, sign)
  | None => (point, sign)
  end.

Fixpoint frame_number (sign : list Z) (l : list (list Z)) : nat :=
  match l with
  | [] => 0
  | s :: rest => if same_list Z.eqb s sign then 0 else S (frame_number sign rest)
  end.

Definition walk (b : lattice) (from sign by_ : list Z) : option place :=
  let moved := map (fun e => (fst e + fst (snd e) * snd (snd e))%Z) (combine from (combine sign by_)) in
  let (point, sign) := fold_left (cross b) (seams b) (moved, sign) in
  match find (fun e => same_list Z.eqb (snd e) point) (points b) with
  | Some e => Some (fst e, frame_number sign (signs b))
  | None => None
  end.

Definition on_lattice (b : lattice) (by_ : list Z) : offset :=
  map (fun sign =>
         fold_left (fun t e => match walk b (snd e) sign by_ with
                               | Some q => PositiveMap.add (fst e) q t
                               | None => t
                               end) (points b) (PositiveMap.empty place)) (signs b).

(* On a graph an offset is a word: links of these directions, one after the other. *)
Definition links := list (site * positive * site).

Fixpoint follow (l : links) (word : list positive) (s : site) : option site :=
  match word with
  | [] => Some s
  | d :: rest =>
      match find (fun e => Pos.eqb (fst (fst e)) s && Pos.eqb (snd (fst e)) d) l with
      | Some e => follow l rest (snd e)
      | None => None
      end
  end.

Definition on_graph (l : links) (all : list site) (word : list positive) : offset :=
  [fold_left (fun t s => match follow l word s with
                         | Some q => PositiveMap.add s (q, 0) t
                         | None => t
                         end) all (PositiveMap.empty place)].

(* ---- ways to write boards and moves ---- *)

(* A board: every site empty but for these. *)
Definition laid (all : list site) (l : list (site * content)) : board :=
  fold_left (fun b e => PositiveMap.add (fst e) (snd e) b) (map (fun s => (s, 1%positive)) all ++ l)
    (PositiveMap.empty content).

Fixpoint in_order (l : list move) : move :=
  match l with [] => Nil | [m] => m | m :: rest => Sequence m (in_order rest) end.

Fixpoint one_of (l : list move) : move :=
  match l with [] => Fail | [m] => m | m :: rest => Choice m (one_of rest) end.
