% Towers of blocks. A tower stands when its base is wide and of stone.
:- use_module(library(lists)).
:- initialization(main).

base(t1, b1).  base(t2, b2).  base(t3, b3).  base(t4, b4).
base(t5, b5).  base(t6, b6).  base(t7, b7).  base(t8, b8).
on(b11, b1).   on(b12, b2).   on(b13, b3).   on(b15, b5).
wide(b1).  wide(b2).  wide(b3).  wide(b4).  wide(b5).  wide(b6).
wide(b11).
made_of(b1, stone).  made_of(b2, stone).  made_of(b3, stone).  made_of(b4, stone).
made_of(b5, wood).   made_of(b6, straw).  made_of(b7, stone).  made_of(b8, wood).
made_of(b11, wood).  made_of(b12, wood).  made_of(b13, straw). made_of(b15, stone).
c_stone(stone).
c_wood(wood).
c_straw(straw).
