% Quinlan's fourteen days, with temperature and humidity as numbers.
sunny(d1).
sunny(d2).
sunny(d3).
sunny(d4).
sunny(d5).
overcast(d6).
overcast(d7).
overcast(d8).
overcast(d9).
rain(d10).
rain(d11).
rain(d12).
rain(d13).
rain(d14).
windy(d1).
windy(d2).
windy(d6).
windy(d8).
windy(d10).
windy(d11).
calm(d3).
calm(d4).
calm(d5).
calm(d7).
calm(d9).
calm(d12).
calm(d13).
calm(d14).
temperature(d1, 75).
temperature(d2, 80).
temperature(d3, 85).
temperature(d4, 72).
temperature(d5, 69).
temperature(d6, 72).
temperature(d7, 83).
temperature(d8, 64).
temperature(d9, 81).
temperature(d10, 71).
temperature(d11, 65).
temperature(d12, 75).
temperature(d13, 68).
temperature(d14, 70).
humidity(d1, 70).
humidity(d2, 90).
humidity(d3, 85).
humidity(d4, 95).
humidity(d5, 70).
humidity(d6, 90).
humidity(d7, 78).
humidity(d8, 65).
humidity(d9, 75).
humidity(d10, 80).
humidity(d11, 70).
humidity(d12, 80).
humidity(d13, 80).
humidity(d14, 96).
