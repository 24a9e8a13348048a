import { $ } from "./dom.js"
import { showProblem } from "./problem.js"

// The page's own script is loaded from here so that a shop that cannot be reached is told kindly.
const page = document.body.dataset.page
import(`./${page}.js`).then(
  () => document.body.classList.add("ready"),
  (error) => {
    $("#problem").dataset.fatal = ""
    showProblem(error, () => location.reload())
    throw error
  }
)
