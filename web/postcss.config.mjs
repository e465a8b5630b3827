import presetMantine from 'postcss-preset-mantine'
import { mixins } from './mixins.ts'

/**
 * postcss-mixins gives a source only to the outermost nodes that a mixin writes. Vite warns of a declaration
 * without one.
 */
const sources = {
  postcssPlugin: 'sources',
  OnceExit(root) {
    root.walkDecls((declaration) => {
      declaration.source ??= root.source
    })
  },
}

export default { plugins: [presetMantine({ mixins }), sources] }
