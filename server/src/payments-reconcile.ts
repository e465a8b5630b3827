import { parseArgs } from 'node:util'
import { addDays, dayIn, isIsoDate, toBrazilianDate } from '#contract/dates.ts'
import { formatCents } from '#contract/money.ts'
import { PAYMENT_STATUSES } from '#contract/payment/payment-status.ts'
import { DIFFERENCES } from '#contract/report/daily-money.ts'
import { plural } from '#contract/words.ts'
import { BANK_ZONE } from '#server/features/payment/domain/due-date.ts'
import { createGateways } from '#server/features/payment/gateways/create-gateways.ts'
import { cancelLostCharges } from '#server/features/payment/reconciliation/cancel-lost-charges.ts'
import { type Difference, findDay, listDifferences } from '#server/features/payment/reconciliation/queries.ts'
import { reconcilePage } from '#server/features/payment/reconciliation/reconcile-day.ts'
import { loadSecrets } from '#server/lib/secrets.ts'
import { explain, onDatabase } from './command.ts'
import { loadConfig, readEnvironment } from './config.ts'

/**
 * `npm run payments:reconcile -- --from … --to …` (default: yesterday) compares the charges of the days with the
 * gateway's, and cancels those whose payment was lost by a restore. Exits with 1 for differences.
 */

try {
  const config = loadConfig(readEnvironment())
  const { values } = parseArgs({ options: { from: { type: 'string' }, to: { type: 'string' } } })
  const yesterday = addDays(dayIn(BANK_ZONE, new Date()), -1)
  const { from = yesterday, to = yesterday } = values
  if (!isIsoDate(from) || !isIsoDate(to) || to < from)
    throw new Error('Informe --from e --to como aaaa-mm-dd, o primeiro dia antes do último.')
  const secrets = await loadSecrets(config.dataDir)
  await onDatabase(config, async ({ db, clock }) => {
    const gateways = createGateways(config, { db, secrets, clock })
    for (let day = from; day <= to; day = addDays(day, 1))
      for (const { provider } of [gateways.gateway, ...gateways.otherGateways]) {
        while (!(await reconcilePage({ db, clock, ...gateways }, { provider, day })));
        const { charges, repaired } = (await findDay(db, provider, day)) ?? { charges: 0, repaired: 0 }
        print(`${toBrazilianDate(day)} ${provider}: ${charges} comparadas, ${repaired} corrigidas`)
      }
    const cancelled = await cancelLostCharges({ db, clock, ...gateways }, { from, to })
    if (cancelled > 0)
      print(`${plural(cancelled, 'cobrança cancelada', 'cobranças canceladas')}: a inscrição se perdeu`)
    const differences = await listDifferences(db, { from, to })
    for (const { provider, day, kind, charge_id, payment_id, status, amount_cents } of differences)
      print(
        [
          `${DIFFERENCES[kind as Difference['kind']].words}: ${charge_id} (${provider})`,
          `criada em ${toBrazilianDate(day)}`,
          payment_id !== null && `pagamento ${payment_id}`,
          status !== null && `no gateway ${PAYMENT_STATUSES[status]?.word ?? status}`,
          amount_cents !== null && formatCents(amount_cents),
        ]
          .filter(Boolean)
          .join(', '),
      )
    if (differences.length > 0) process.exitCode = 1
  })
} catch (error) {
  process.stderr.write(`${explain(error, '--from e --to')}\n`)
  process.exitCode = 1
}

function print(line: string): void {
  process.stdout.write(`${line}\n`)
}
