import { Anchor } from '@mantine/core'
import { Link } from 'react-router'
import type { Charge } from '#contract/my-registrations/my-registrations.ts'
import { MY_REGISTRATION_PATH, pathTo } from '#web/paths.ts'
import { Money } from '#web/ui/money.tsx'
import classes from './price-lines.module.css'

interface ChargeLinesProps {
  charge: Charge
  /** Without it each name links to its registration. */
  plain?: boolean
}

/** Who is paid for, and exactly what is charged. */
export function ChargeLines({ charge, plain = false }: ChargeLinesProps) {
  const { people, interest, installments, total } = charge
  return (
    <dl className={classes.lines}>
      {people.map(({ id, name, amount }) => (
        <div key={id}>
          <dt>
            {plain ? (
              name
            ) : (
              <Anchor component={Link} to={pathTo(MY_REGISTRATION_PATH, id)} inherit underline="always">
                {name}
              </Anchor>
            )}
          </dt>
          <dd>
            <Money value={amount} />
          </dd>
        </div>
      ))}
      {interest !== '0.00' && (
        <div>
          <dt>Juros do parcelamento</dt>
          <dd>
            <Money value={interest} />
          </dd>
        </div>
      )}
      <div data-kind="total">
        <dt>{installments > 1 ? `Total em ${installments}x` : 'Total'}</dt>
        <dd>
          <Money value={total} />
        </dd>
      </div>
    </dl>
  )
}
