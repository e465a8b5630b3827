import { useState } from 'react'
import { formatCents, toCents } from '#contract/money.ts'
import type { FeePolicy } from '#contract/price.ts'
import { MaskedInput } from '../../ui/masked-input.tsx'
import { feeRange } from './fee-range.ts'
import classes from './fees.module.css'

/** Any kit, held against the amounts as they are typed. */
export function KitExample({ policy }: { policy: FeePolicy }) {
  const [value, setValue] = useState('100.00')
  const cents = toCents(value) ?? 0
  return (
    <section className={classes.trial} aria-labelledby="exemplo">
      <div>
        <h2 id="exemplo">Experimente com um kit</h2>
        <p>Nada daqui é salvo: serve para conferir os valores acima antes de salvar.</p>
      </div>
      <MaskedInput mask="money" label="Valor do kit" value={value} onChange={setValue} autoComplete="off" />
      <p role="status" className={classes.result}>
        {inWords(cents, policy)}
      </p>
    </section>
  )
}

function inWords(cents: number, policy: FeePolicy) {
  const { least, most } = feeRange(cents, policy)
  if (most === null) {
    return (
      <>
        Kit gratuito: taxa a partir de <strong>{formatCents(least)}</strong>
      </>
    )
  }
  if (least === most) {
    return (
      <>
        A taxa deste kit só pode ser de <strong>{formatCents(least)}</strong>
      </>
    )
  }
  return (
    <>
      A taxa deste kit pode ir de <strong>{formatCents(least)}</strong> a <strong>{formatCents(most)}</strong>
    </>
  )
}
