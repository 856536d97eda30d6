max_vars(4).
max_body(4).
max_clauses(2).

head_pred(stands,1).
body_pred(base,2).
body_pred(on,2).
body_pred(wide,1).
body_pred(made_of,2).
body_pred(painted,2).  %% nothing defines it

constant(c_stone,material).
constant(c_wood,material).
constant(c_straw,material).
body_pred(P,1):- constant(P,_).
type(P,(T,)):- constant(P,T).

type(stands,(tower,)).
type(base,(tower,block)).
type(on,(block,block)).
type(wide,(block,)).
type(made_of,(block,material)).
type(painted,(block,colour)).
type(tall,(tower,)).     %% no such predicate
direction(tall,(in,)).

:-
    clause(C),
    #count{V : clause_var(C,V), var_type(C,V,tower)} != 1.

:- not body_var(_,1).
only_once(base).
bad_body(on).
:- bad_body(P), body_literal(_,P,_,_).