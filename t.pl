% fold: default theory for ja/1
% examples: 6 positive, 3 negative
% covered: 6 positive, 0 negative
% options: --algorithm fold --exact
% class: class ja nein
% column: stadt categorical 'Stadt' 'Köln' 'München' 'Paris'
% odds: ja -0.165; 0.688 0.688; 0.688 0.688

% covers 3 positive, 0 negative
ja(X) :- stadt(X, 'Köln').

% covers 3 positive, 0 negative
ja(X) :- stadt(X, 'München').
