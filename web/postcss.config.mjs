const card = {
  border: '1px solid var(--border)',
  'border-radius': 'var(--mantine-radius-lg)',
  background: 'var(--surface)',
  'box-shadow': 'var(--shadow-1)',
}

export default {
  plugins: {
    'postcss-preset-mantine': { mixins: { card } },
  },
}
