import { parseArgs } from 'node:util'
import { addDays, dayIn, isIsoDate, toBrazilianDate } from '#contract/dates.ts'
import { formatCents } from '#contract/money.ts'
import { PAYMENT_STATUSES } from '#contract/payment-status.ts'
import { DIFFERENCES } from '#contract/report/daily-money.ts'
import { explain, onDatabase } from './command.ts'
import { loadConfig, readEnvironment } from './config.ts'
import { BANK_ZONE } from './features/payment/domain/due-date.ts'
import { createGateways } from './features/payment/gateways/create-gateways.ts'
import { type Difference, findDay, listDifferences } from './features/payment/reconciliation/queries.ts'
import { reconcilePage } from './features/payment/reconciliation/reconcile-day.ts'
import { loadSecrets } from './lib/secrets.ts'

/**
 * `npm run payments:reconcile -- --from 2026-11-01 --to 2026-11-21`: compares the charges created on these days with every configured
 * gateway; by default yesterday's. Ends with 1 when differences are left.
 */

try {
  const config = loadConfig(readEnvironment())
  const { values } = parseArgs({ options: { from: { type: 'string' }, to: { type: 'string' } } })
  const yesterday = addDays(dayIn(BANK_ZONE, new Date()), -1)
  const { from = yesterday, to = yesterday } = values
  if (!isIsoDate(from) || !isIsoDate(to) || to < from)
    throw new Error('Informe --from e --to como aaaa-mm-dd, o primeiro dia antes do último.')
  const gateways = createGateways(config, await loadSecrets(config.dataDir))
  await onDatabase(config, async ({ db, clock }) => {
    for (let day = from; day <= to; day = addDays(day, 1))
      for (const { provider } of [gateways.gateway, ...gateways.otherGateways]) {
        while (!(await reconcilePage({ db, clock, ...gateways }, { provider, day })));
        const { charges, repaired } = (await findDay(db, provider, day)) ?? { charges: 0, repaired: 0 }
        print(`${toBrazilianDate(day)} ${provider}: ${charges} comparadas, ${repaired} corrigidas`)
      }
    const differences = await listDifferences(db, { from, to })
    for (const { provider, kind, charge_id, payment_id, status, amount_cents } of differences)
      print(
        [
          `${DIFFERENCES[kind as Difference['kind']]}: ${charge_id} (${provider})`,
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
