// Finds games in the list: every word of the question must occur in what a card says, and every chosen tag.
(() => {
  const field = document.getElementById("find");
  if (!field) return;
  const cards = [...document.querySelectorAll(".lasker-gallery .card")];
  const tags = [...document.querySelectorAll(".lasker-gallery button.tag")];
  const found = document.querySelector(".lasker-gallery .found");
  const chosen = new Set();

  const show = () => {
    const words = field.value.toLowerCase().split(/\s+/).filter(Boolean);
    const wanted = [...words, ...chosen];
    let count = 0;
    for (const card of cards) {
      card.hidden = !wanted.every(word => card.dataset.words.includes(word));
      if (!card.hidden) count += 1;
    }
    for (const section of document.querySelectorAll(".lasker-gallery section"))
      section.hidden = !section.querySelector(".card:not([hidden])");
    found.textContent = wanted.length ? `${count} of ${cards.length} games` : "";
  };

  field.addEventListener("input", show);
  field.addEventListener("keydown", event => {
    if (event.key === "Escape") { field.value = ""; show(); }
  });
  for (const button of tags) button.addEventListener("click", () => {
    const tag = button.dataset.tag.toLowerCase();
    const now = !chosen.delete(tag);
    if (now) chosen.add(tag);
    button.setAttribute("aria-pressed", now);
    show();
  });
  const asked = new URLSearchParams(location.search).get("find");
  if (asked) { field.value = asked; show(); }
})();
