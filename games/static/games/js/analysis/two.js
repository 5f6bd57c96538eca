// Two players on one screen: their names, the board that turns to whoever is to move, and ends that the rules do not make.

const byId = (id) => document.getElementById(id);

export class Two {
  #rules = null;

  constructor(panel, { state, intend }) {
    Object.assign(this, { state, intend, dialog: byId("other-rules") });
    panel.hidden = false;
    for (const colour of ["white", "black"]) {
      byId(`name-${colour}`).value = state.names[colour];
      byId(`name-${colour}`).addEventListener("input", ({ target }) => this.#name(colour, target.value));
    }
    byId("turning").checked = state.turning;
    byId("touching").checked = state.touchMove.touchMove;
    byId("touching").addEventListener("change", ({ target }) => state.change({ touching: target.checked }));
    byId("turning").addEventListener("change", ({ target }) => this.#turn(target.checked));
    byId("agree").addEventListener("click", () => this.#end("1/2-1/2", "agreement"));
    byId("claim").addEventListener("click", () => this.#end("1/2-1/2", state.answer.claimable_draws[0]));
    this.dialog.addEventListener("close", () => this.#answered());
    byId("resign").addEventListener("click", () => this.#resign());
  }

  // Called before all is shown.
  prepare() {
    const { state } = this;
    if (state.turning && !state.isOver) state.seat(state.position.turn);
  }

  show() {
    const { state } = this;
    for (const id of ["agree", "resign"]) byId(id).disabled = state.isOver || !state.node.isLeaf;
    byId("claim").hidden = !(state.answer?.claimable_draws.length && !state.isOver && state.node.isLeaf);
  }

  #turn(turning) {
    this.state.seat("white");
    this.state.change({ turning });
  }

  #name(colour, name) {
    this.state.change({ names: { ...this.state.names, [colour]: name } });
  }

  #resign() {
    const loses = this.state.position.turn;
    this.#end(loses === "white" ? "0-1" : "1-0", "resignation");
  }

  #end(result, termination) {
    this.intend({ type: "end", ended: { result, termination } });
  }

  // The rules of a game that is under way do not change: who wants others begins anew.
  askForNewGame(rules) {
    this.#rules = rules;
    this.dialog.returnValue = "";
    this.dialog.showModal();
  }

  #answered() {
    if (this.dialog.returnValue === "begin") this.intend({ type: "begin", rules: this.#rules });
    else this.state.change({});
  }
}
