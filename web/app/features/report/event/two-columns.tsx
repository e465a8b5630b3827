import { Fragment, type Key, type ReactNode } from 'react'
import classes from '../report.module.css'

export interface Placed {
  key: Key
  /** About how many lines of text the card is high. */
  lines: number
  card: ReactNode
}

/** The lines of a card's frame and heading. */
const FRAME = 4

/**
 * Two columns of nearly the same height, the first cards on top; one column on phones. A card stays in its
 * column when it grows.
 */
export function TwoColumns({ cards }: { cards: readonly Placed[] }) {
  const columns: [Placed[], Placed[]] = [[], []]
  const heights: [number, number] = [0, 0]
  for (const card of cards) {
    const shorter = heights[1] < heights[0] ? 1 : 0
    columns[shorter].push(card)
    heights[shorter] += FRAME + card.lines
  }
  return (
    <div className={classes.columns}>
      {columns.map((column, i) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: there are always two
        <div key={i} className={classes.column} data-column>
          {column.map(({ key, card }) => (
            <Fragment key={key}>{card}</Fragment>
          ))}
        </div>
      ))}
    </div>
  )
}
