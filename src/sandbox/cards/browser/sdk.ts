/**
 * The stand-in for the service's browser script (docs/service.md#card-token).
 * The form is a frame of the sandbox's own origin, so a card number never reaches the shop's page.
 *
 *   <script src="{cardUrl}/sdk.js"></script>
 *   const form = PayInCard.mount("#card", {
 *     language: "es",                                  // or "en"; default: the browser's
 *     onToken: ({ token, brand, last_four }) => ...,   // token null: the shopper takes it back
 *   })
 *   form.unmount()
 */
export const SDK = `(function(){
var base=new URL(".",document.currentScript.src).href;
window.PayInCard={mount:function(target,options){
  options=options||{};
  var host=typeof target==="string"?document.querySelector(target):target;
  if(!host)throw new Error("PayInCard: nothing on this page matches "+target);
  var address=new URL("form",base),frame=document.createElement("iframe");
  address.searchParams.set("origin",location.origin);
  if(options.language)address.searchParams.set("lang",options.language);
  frame.src=address.href;frame.title=options.language==="en"?"Card":"Tarjeta";
  frame.style.cssText="display:block;width:100%;height:460px;border:0;border-radius:12px";
  var hear=function(event){
    if(event.origin!==address.origin||event.source!==frame.contentWindow)return;
    var said=event.data||{};
    if(said.type==="payin-card:height")frame.style.height=said.height+"px";
    if(said.type==="payin-card:token"&&options.onToken)options.onToken({token:said.token,brand:said.brand,last_four:said.last_four});
  };
  addEventListener("message",hear);host.appendChild(frame);
  return{unmount:function(){removeEventListener("message",hear);frame.remove()}};
}};
})();
`
