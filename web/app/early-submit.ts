/**
 * An inline script of the page's head: a form with `data-early` that is submitted before hydration is not sent by the browser but
 * marked, and `useEarlySubmit` submits it once React answers for it.
 */
export const EARLY_SUBMIT_SCRIPT =
  "addEventListener('submit',event=>{const form=event.target;if(form.hasAttribute('data-early')){event.preventDefault();form.dataset.early='sent'}},true)"
