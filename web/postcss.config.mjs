import presetMantine from 'postcss-preset-mantine'
import { mixins } from './mixins.ts'

/** Of what a mixin writes, postcss-mixins gives only the outermost nodes a source; Vite warns of a declaration without one. */
const sources = {
  postcssPlugin: 'sources',
  OnceExit(root) {
    root.walkDecls((declaration) => {
      declaration.source ??= root.source
    })
  },
}

export default { plugins: [presetMantine({ mixins }), sources] }
