import { raw } from "../../pages/html"

/** Sends the card to the sandbox, and what comes of it to the page around the frame. */
export const FORM_SCRIPT = raw(`
(function(){
var form=document.querySelector("form"),ready=document.getElementById("ready"),code=document.getElementById("code-field");
var tell=function(message){if(parent!==window&&form.dataset.origin)parent.postMessage(message,form.dataset.origin)};
var measure=function(){tell({type:"payin-card:height",height:Math.ceil(document.querySelector("main").getBoundingClientRect().height)})};
new ResizeObserver(measure).observe(document.querySelector("main"));
var show=function(errors){
  form.querySelectorAll(".error").forEach(function(line){line.textContent=errors[line.dataset.field]||""});
  form.querySelectorAll("input").forEach(function(input){
    if(errors[input.name])input.setAttribute("aria-invalid","true");else input.removeAttribute("aria-invalid")});
  var wrong=form.querySelector("[aria-invalid]");if(wrong)wrong.focus()};
form.addEventListener("submit",function(event){
  event.preventDefault();
  var button=form.querySelector("button[type=submit]");button.disabled=true;
  fetch("tokens"+location.search,{method:"POST",headers:{"content-type":"application/json"},body:JSON.stringify(Object.fromEntries(new FormData(form)))})
  .then(function(answer){return answer.json()}).then(function(said){
    button.disabled=false;show(said.errors||{});
    if(said.challenge){code.hidden=false;code.querySelector("input").focus();return}
    if(!said.token)return;
    form.hidden=true;ready.hidden=false;code.hidden=true;form.reset();
    document.getElementById("which").textContent=said.brand+" \\u00b7\\u00b7\\u00b7\\u00b7 "+said.last_four;
    tell({type:"payin-card:token",token:said.token,brand:said.brand,last_four:said.last_four});
  },function(){button.disabled=false;show({number:form.dataset.failed})})});
document.getElementById("change").addEventListener("click",function(){
  form.hidden=false;ready.hidden=true;form.querySelector("input").focus();
  tell({type:"payin-card:token",token:null,brand:null,last_four:null})});
})();
`)
