import { raw } from "./html"

/** Comfort only: every page works without it. Copy, print, card digits in groups, fresh status. */
export const SCRIPT = raw(`
document.addEventListener("click",function(event){
  var button=event.target.closest("button[data-copy],button[data-print],button[data-fill]");if(!button)return;
  if(button.dataset.print!==undefined){window.print();return}
  if(button.dataset.fill!==undefined){
    var values={number:button.dataset.fill,expiry:"12/"+String(new Date().getFullYear()+2).slice(2),cvv:"123"};
    for(var name in values){var input=document.querySelector("input[name="+name+"]");if(input)input.value=values[name]}
    return}
  var text=button.dataset.copy,label=button.querySelector("[data-label]");
  var done=function(){var before=label.textContent;label.textContent=button.dataset.copied;setTimeout(function(){label.textContent=before},1600)};
  if(navigator.clipboard)navigator.clipboard.writeText(text).then(done,function(){});
});
document.addEventListener("input",function(event){
  var input=event.target;if(!input.matches||!input.matches("input[data-groups]"))return;
  if(input.selectionStart!==input.value.length)return;
  var digits=input.value.replace(/\\D/g,"");
  input.value=input.dataset.groups==="card"?digits.slice(0,19).replace(/(.{4})(?=.)/g,"$1 "):digits.slice(0,4).replace(/^(..)(?=.)/,"$1/");
});
(function(){
  var watch=document.querySelector("[data-watch]");if(!watch)return;
  var known=watch.dataset.state;
  var look=function(){fetch(watch.dataset.watch,{cache:"no-store"}).then(function(answer){return answer.json()}).then(function(now){
    if(now.state!==known)location.reload();else setTimeout(look,+watch.dataset.every)},function(){setTimeout(look,3000)})};
  setTimeout(look,+watch.dataset.every);
})();
(function(){
  if(!document.getElementById("recent-list"))return;
  setInterval(function(){
    var list=document.getElementById("recent-list");
    if(document.hidden||list.contains(document.activeElement))return;
    fetch("/",{cache:"no-store"}).then(function(answer){return answer.text()}).then(function(text){
      var fresh=new DOMParser().parseFromString(text,"text/html").getElementById("recent-list");
      if(fresh&&fresh.innerHTML!==list.innerHTML)list.innerHTML=fresh.innerHTML},function(){})
  },3000);
})();
`)
