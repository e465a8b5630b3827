import { List, Text } from '@mantine/core'
import {
  type EventCancellation,
  REFUND_CHANNELS,
  type RefundChannel,
} from '#contract/event-cancellation/event-cancellation.ts'
import { formatDecimal, toCents } from '#contract/money.ts'
import { plural } from '#contract/words.ts'

export const isSome = (amount: string): boolean => (toCents(amount) ?? 0) > 0
export const people = (registrations: number): string => plural(registrations, 'inscrição', 'inscrições')

const CHANNEL_WORDS: Readonly<Record<RefundChannel, string>> = {
  gateway: 'pelo meio de pagamento, sem que ninguém precise fazer nada.',
  bank_data: 'em boletos: quem pagou informa os dados bancários por um link.',
  pix_key:
    'fora do meio de pagamento (Pix de mais de 90 dias ou parte de um boleto): quem pagou confirma a chave Pix, e a empresa transfere.',
  in_person: 'recebidos fora do meio de pagamento: devolva pessoalmente.',
}

/** How many people the cancellation affects, and how their money goes back. */
export function WhomItConcerns({
  cancellation: { registrations, paid, channels },
}: {
  cancellation: EventCancellation
}) {
  return (
    <div>
      <Text inherit>
        {registrations === 0 ? (
          'Ninguém está inscrito.'
        ) : (
          <>
            <strong>{people(registrations)}</strong>{' '}
            {registrations === 1 ? 'será cancelada' : 'serão canceladas'}
            {isSome(paid.amount) ? (
              <>
                , e <strong>{formatDecimal(paid.amount)}</strong> de {people(paid.registrations)} com
                pagamento volta a quem pagou, com a taxa de serviço.
              </>
            ) : (
              '. Nada foi pago.'
            )}
          </>
        )}
      </Text>
      {isSome(paid.amount) && (
        <List mt="xs" aria-label="Como o dinheiro volta">
          {REFUND_CHANNELS.filter((channel) => isSome(channels[channel].amount)).map((channel) => (
            <List.Item key={channel}>
              <strong>{formatDecimal(channels[channel].amount)}</strong> de{' '}
              {people(channels[channel].registrations)} {CHANNEL_WORDS[channel]}
            </List.Item>
          ))}
        </List>
      )}
      <Text inherit mt="xs">
        As vendas terminam na mesma hora, a página mostra o evento como cancelado e cada comprador recebe um
        e-mail com o motivo. Isso não pode ser desfeito. A correção monetária do que foi pago há mais tempo
        (CDC, art. 35) não passa pelo meio de pagamento: acerte-a com quem pedir.
      </Text>
    </div>
  )
}
