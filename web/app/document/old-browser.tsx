/**
 * Marks browsers older than those of `.browserslistrc` by two missing features: `color-mix()` (Chrome 111,
 * Firefox 113) and lookbehind (Safari 16.4). Any browser understands its syntax. Our scripts do not start
 * there.
 */
export const OLD_BROWSER_SCRIPT =
  "(function(root){try{if(CSS.supports('color','color-mix(in srgb,red,red)')){new RegExp('(?<=a)');return}}catch(e){}root.setAttribute('data-old-browser','')})(document.documentElement)"

export const OldBrowserNote = () => (
  <p className="old-browser" data-nosnippet>
    Este navegador é antigo demais para a Largada: dá para ler as corridas, mas não para se inscrever.
    Atualize-o ou abra esta página em uma versão recente do Chrome, do Edge, do Firefox ou do Safari.
  </p>
)
