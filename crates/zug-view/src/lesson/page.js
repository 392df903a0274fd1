"use strict";
// Questions: a choice is judged, the answer tells why. In predict mode what comes after a question is hidden until it is answered.
const questions = [...document.querySelectorAll(".question")];
const toggle = document.getElementById("predict");
let predicting = new URLSearchParams(location.hash.slice(1)).has("predict");

function hideWhatComes() {
  let open = true;
  for (const part of document.querySelector("main").children) {
    part.classList.toggle("later", !open);
    if (predicting && part.matches(".question") && !part.dataset.answered) open = false;
  }
  if (toggle) toggle.setAttribute("aria-pressed", String(predicting));
}

function answer(question, right) {
  question.dataset.answered = "yes";
  question.querySelector(".verdict").textContent = right ? "Right." : "No.";
  question.querySelector("details").open = true;
  hideWhatComes();
}

for (const question of questions) {
  for (const button of question.querySelectorAll("button")) button.onclick = () => answer(question, button.dataset.right === "true");
  question.querySelector("details").addEventListener("toggle", (event) => {
    if (!event.target.open || question.dataset.answered) return;
    question.dataset.answered = "yes";
    hideWhatComes();
  });
}
if (toggle) toggle.onclick = () => {
  predicting = !predicting;
  try {
    history.replaceState(null, "", predicting ? "#predict" : "#");
  } catch {
    // A page within another one may have no address of its own.
  }
  hideWhatComes();
};
hideWhatComes();
