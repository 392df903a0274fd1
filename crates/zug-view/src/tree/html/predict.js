// Predict mode: what comes next is hidden, asked for, and answered with the reason.
let predicting = false;
let asking = null;
const score = { right: 0, asked: 0 };
const answered = new Set();

const valuesBack = (node, until) => search.steps.slice(0, until + 1).map((each) => each[0]).filter(([kind, at]) => kind === "back" && at === node).map((each) => each[3]);
const inWords = (value) => (data.points ? minus(value) : { 1: `${data.players[0]} wins (1)`, 0: "a draw (0)", "-1": `${data.players[1]} wins (\u22121)` }[value] || minus(value));
const whereIs = (node) => (search.nodes[node].move ? `after ${search.nodes[node].move}` : "the first position");
const outcomes = () => [...new Set([1, 0, -1, ...search.nodes.map((node) => node.value).filter((value) => value !== null)])].sort((a, b) => b - a);

// The question about the step that comes next, or none.
function question(next) {
  if (next >= search.steps.length) return null;
  const [[kind, node], said] = search.steps[next];
  const [before, at] = search.steps[next - 1][0];
  if (kind === "over" && search.nodes[node].fate === "over") return askValue(node, "Play is over here. What is the position worth?", said);
  if (kind === "leave" && search.nodes[node].fate === "searched") return node === 0 ? askBest(next) : askValue(node, `What value goes up from the position ${whereIs(node)}?`, whyValue(node, next));
  if (!plain() && before === "back" && (kind === "cut" || (kind === "enter" && search.nodes[node].parent === at))) return askCut(at, kind === "cut", said);
  return null;
}

function askValue(node, text, reason) {
  const right = search.nodes[node].value;
  const choices = data.points ? null : outcomes().map((value) => ({ label: inWords(value), value }));
  return { text, choices, hides: node, judge: (value) => (value === right ? "" : `it is ${inWords(right)}`), reason };
}

function whyValue(node, next) {
  const told = search.nodes[node];
  const [most, bounds] = [told.level === "MAX" ? "greatest" : "least", boundOf(node)];
  const rest = told.cut ? ` The rest was cut, so it is ${told.value}${bounds}.` : bounds ? ` It is ${told.value}${bounds}.` : "";
  return minus(`${told.level} takes the ${most} of what came back: ${valuesBack(node, next).join(", ")}.${rest}`.replaceAll("-", "\u2212"));
}

function askCut(node, isCut, said) {
  const told = search.nodes[node];
  const choices = [{ label: "The next move is looked at", value: false }, { label: "The rest is cut", value: true }];
  const [alpha, beta] = state(step).windows.get(node);
  const goesOn = `alpha = ${bound(alpha, 0)} is less than beta = ${bound(beta, 1)}: another move can still matter.`;
  return { text: `${told.level} ${told.mover} has moves left ${told.move ? whereIs(node) : "in the first position"}. What does the search do?`, choices,
    judge: (value) => (value === isCut ? "" : isCut ? "the rest is cut" : "the next move is looked at"), reason: isCut ? said : goesOn };
}

// Best moves of the first position: those that came back with its value, and not as a bound alone.
function askBest(next) {
  const told = search.nodes[0];
  const tried = told.children.slice(0, told.windows_after.length);
  const equal = tried.filter((child) => search.nodes[child].value === told.value);
  const proved = equal.filter((child) => !boundOf(child));
  const judge = (child) => {
    if (proved.includes(child)) return "";
    if (equal.includes(child)) return `${search.nodes[child].move} came back as ${minus(told.value)}${boundOf(child)}: that it is as good is not proved here`;
    return `a best move is ${proved.map((each) => search.nodes[each].move).join(", ")}`;
  };
  const reason = `${whyValue(0, next)} ${proved.map((each) => search.nodes[each].move).join(", ")} ${proved.length === 1 ? "is" : "are"} worth that.`;
  const plies = horizon();
  const text = plies === null ? `All is looked at. Which move is best for ${told.mover}?` : `Play was followed only ${plies} ${plies === 1 ? "ply" : "plies"}. Which move looks best for ${told.mover} so far?`;
  return { text, hides: 0, choices: tried.map((child) => ({ label: search.nodes[child].move, value: child })), judge, reason };
}

function ask(found, next) {
  asking = { ...found, next };
  byId("question").hidden = false;
  byId("verdict").textContent = "";
  byId("asked").textContent = found.text;
  byId("answers").replaceChildren(...(found.choices === null ? numberField() : found.choices.length > 9 ? chooser(found.choices) : found.choices.map(answerButton)));
  render();
  const first = byId("answers").querySelector("input, select, button");
  first.focus({ preventScroll: true });
}

// Whether the value of a node is what is asked for.
const isAsked = (node) => asking !== null && asking.hides === node;

function answerButton(choice) {
  const button = document.createElement("button");
  button.type = "button";
  button.textContent = choice.label;
  button.onclick = () => answer(choice.value);
  return button;
}

function submit(value) {
  const button = answerButton({ label: "Answer" });
  button.onclick = () => { if (value() !== null) answer(value()); };
  return button;
}

function numberField() {
  const input = document.createElement("input");
  Object.assign(input, { type: "number", step: 1, id: "number" });
  input.setAttribute("aria-label", "The value");
  const value = () => (input.value === "" ? null : Number(input.value));
  input.onkeydown = (event) => {
    if (event.key !== "Enter" || value() === null) return;
    // The key would also press the button that has the focus next.
    event.preventDefault();
    answer(value());
  };
  return [input, submit(value)];
}

function chooser(choices) {
  const select = document.createElement("select");
  select.setAttribute("aria-label", "The move");
  select.append(...choices.map(({ label }, at) => new Option(label, at)));
  return [select, submit(() => choices[Number(select.value)].value)];
}

function answer(value) {
  const wrong = asking.judge(value);
  score.asked += 1;
  if (!wrong) score.right += 1;
  close(`${wrong ? `No: ${wrong}.` : "Right."} ${asking.reason}`);
}

// Ends the question, goes on to what was asked for, and tells why.
function close(words) {
  const { next } = asking;
  answered.add(`${search.name} ${next}`);
  forget();
  byId("score").textContent = `${score.right} of ${score.asked} right`;
  go(next);
  byId("verdict").textContent = words;
  byId("forward").focus({ preventScroll: true });
}

function forget() {
  asking = null;
  byId("question").hidden = true;
  byId("verdict").textContent = "";
}

// One step on; asks first where there is something to predict.
function forward() {
  if (asking) {
    close(`It was not answered. ${asking.reason}`);
    return;
  }
  const found = predicting && !answered.has(`${search.name} ${step + 1}`) && question(step + 1);
  if (found) ask(found, step + 1);
  else go(step + 1);
}

function setPredict(on) {
  predicting = on;
  byId("predict").setAttribute("aria-pressed", String(on));
  byId("score").textContent = on ? `${score.right} of ${score.asked} right` : "";
  forget();
  render();
}
