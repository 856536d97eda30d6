(() => {
  "use strict";
  const details = [...document.querySelectorAll("details")];

  const unfold = document.getElementById("unfold");
  const exceptions = details.filter((each) => each.matches(".exceptions"));
  if (unfold && exceptions.length) {
    const folded = () => exceptions.some((each) => !each.open);
    const name = () => {
      unfold.textContent = folded() ? "Unfold all exceptions" : "Fold all exceptions";
    };
    unfold.hidden = false;
    unfold.addEventListener("click", () => {
      const open = folded();
      for (const each of exceptions) each.open = open;
    });
    for (const each of exceptions) each.addEventListener("toggle", name);
  }

  const finder = document.querySelector(".finder");
  if (finder) {
    finder.hidden = false;
    const box = document.getElementById("find");
    const kind = document.getElementById("kind");
    const found = document.getElementById("found");
    const examples = details
      .filter((each) => each.matches(".example"))
      .map((each) => ({
        each,
        name: each.querySelector(".name").textContent.toLowerCase(),
      }));
    const show = () => {
      const wanted = box.value.trim().toLowerCase();
      const shown = examples.filter(({ each, name }) => {
        const fits =
          name.includes(wanted) && (!kind || !kind.value || each.dataset.kind === kind.value);
        each.hidden = !fits;
        return fits;
      });
      const named = shown.filter(
        ({ name }) => name === wanted || name.split(/[(), ]+/).includes(wanted));
      if (wanted && (shown.length === 1 || named.length === 1)) {
        (shown.length === 1 ? shown : named)[0].each.open = true;
      }
      for (const group of document.querySelectorAll(".group")) {
        group.hidden = !group.querySelector(".example:not([hidden])");
      }
      found.textContent = `${shown.length} shown`;
    };
    box.addEventListener("input", show);
    if (kind) kind.addEventListener("change", show);
  }

  let folded = [];
  addEventListener("beforeprint", () => {
    folded = details.filter((each) => !each.open && each.matches(".exceptions"));
    for (const each of folded) each.open = true;
  });
  addEventListener("afterprint", () => {
    for (const each of folded) each.open = false;
  });
})();
