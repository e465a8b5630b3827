const card = {
  border: '1px solid var(--border)',
  'border-radius': 'var(--mantine-radius-lg)',
  background: 'var(--surface)',
  'box-shadow': 'var(--shadow-1)',
}

/** A link's: all of its nearest positioned ancestor can be pressed. No row of a table may be that: WebKit does not position rows. */
const cover = { '&::after': { content: '""', position: 'absolute', inset: '0' } }

export default {
  plugins: {
    'postcss-preset-mantine': { mixins: { card, cover } },
  },
}
