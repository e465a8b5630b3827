/**
 * An inline script that marks browsers older than those of `.browserslistrc`, by two things that they lack: `color-mix()` (Chrome 111,
 * Firefox 113) and lookbehind (Safari 16.4). Written for browsers of any age. Our scripts do not start there (`late-start.ts`): they
 * would stop half-way, and what the server has rendered can be read without them.
 */
export const OLD_BROWSER_SCRIPT =
  "(function(root){try{if(CSS.supports('color','color-mix(in srgb,red,red)')){new RegExp('(?<=a)');return}}catch(e){}root.setAttribute('data-old-browser','')})(document.documentElement)"

/** Shown only in such a browser (`global.css`). */
export const OldBrowserNote = () => (
  <p className="old-browser" data-nosnippet>
    Este navegador é antigo demais para a Largada: dá para ler as corridas, mas não para se inscrever.
    Atualize-o ou abra esta página em uma versão recente do Chrome, do Edge, do Firefox ou do Safari.
  </p>
)
