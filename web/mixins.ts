const card = {
  border: '1px solid var(--border)',
  'border-radius': 'var(--mantine-radius-lg)',
  background: 'var(--surface)',
  'box-shadow': 'var(--shadow-1)',
}

/** A link's: all of its nearest positioned ancestor can be pressed. No row of a table may be that: WebKit does not position rows. */
const cover = { '&::after': { content: '""', position: 'absolute', inset: '0' } }

const ring = { outline: '3px solid var(--focus-ring)', 'outline-offset': '2px' }

/** The focus ring of what the keyboard has reached inside an element, around all of it. Firefox has `:has()` since 121. */
const ringAround = {
  '@supports not selector(:has(a))': { '&:focus-within': ring },
  '@supports selector(:has(a))': { '&:has(:focus-visible)': ring },
}

/** What style sheets take by `@mixin`. */
export const mixins = { card, cover, 'ring-around': ringAround }
