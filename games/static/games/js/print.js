// The print view: a button for what the browser's menu does as well.

const button = document.getElementById("print");
button.hidden = false;
button.addEventListener("click", () => window.print());
