import { IconArrowLeft, IconPrinter } from '@tabler/icons-react'
import { useRouteLoaderData } from 'react-router'
import { formatCnpj, formatCpf, formatPhone } from '#contract/documents.ts'
import { placeWords } from '#contract/event/place-words.ts'
import type { MyRegistration } from '#contract/my-registrations/my-registrations.ts'
import { sellerWords } from '#contract/seller.ts'
import { longDate } from '#web/features/event/date-words.ts'
import { PriceLines } from '#web/features/registration/price-lines.tsx'
import { TermVersions } from '#web/features/registration/term-versions.tsx'
import { MY_REGISTRATION_PATH, pathTo } from '#web/paths.ts'
import type { loader as rootLoader } from '#web/root.tsx'
import { momentWords } from '#web/ui/date-time-words.ts'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { Facts } from '#web/ui/facts.tsx'
import { LinkButton } from '#web/ui/link-button.tsx'
import { Logo } from '#web/ui/logo.tsx'
import { pageTitle } from '#web/ui/page-title.ts'
import { TextButton } from '#web/ui/text-button.tsx'
import { useRootMark } from '#web/ui/use-root-mark.ts'
import { WithRegistration } from '../detail/with-registration.tsx'
import classes from './receipt.module.css'

export const meta = pageTitle('Comprovante')

export default function ReceiptScreen() {
  return <WithRegistration>{(registration) => <Receipt registration={registration} />}</WithRegistration>
}

function Receipt({ registration }: { registration: MyRegistration }) {
  const back = pathTo(MY_REGISTRATION_PATH, registration.id)
  if (!registration.receipt) {
    return (
      <>
        <h1 className="sr-only">Comprovante</h1>
        <EmptyState
          title="O comprovante ainda não está pronto."
          description="Ele aparece aqui assim que a inscrição for confirmada."
        >
          <LinkButton to={back}>Ver a inscrição</LinkButton>
        </EmptyState>
      </>
    )
  }
  return (
    <>
      <div className={classes.buttons}>
        <LinkButton to={back} variant="default" icon={IconArrowLeft}>
          Voltar
        </LinkButton>
        <TextButton icon={IconPrinter} onClick={() => window.print()}>
          Imprimir
        </TextButton>
      </div>
      <Sheet registration={registration} receipt={registration.receipt} />
    </>
  )
}

interface SheetProps {
  registration: MyRegistration
  receipt: NonNullable<MyRegistration['receipt']>
}

function Sheet({ registration, receipt }: SheetProps) {
  useRootMark('receipt')
  const platform = useRouteLoaderData<typeof rootLoader>('root')?.seller
  const { event, participant, category, product, price_lines: lines, value, terms } = registration
  const { organizer, payer } = receipt
  return (
    <article className={classes.sheet}>
      <div className={classes.head}>
        <Logo height={26} />
        <p>
          Nº <b>{receipt.number}</b>
        </p>
      </div>
      <h1>Comprovante de inscrição</h1>
      <p className={classes.lead}>
        Inscrição de <b>{participant.name}</b> em <b>{event.title}</b>, confirmada em{' '}
        {momentWords(receipt.confirmed_at)}.
      </p>
      <div className={classes.facts}>
        <Facts
          facts={[
            ['Data da prova', event.date_event && longDate(event.date_event)],
            ['Horário', event.start_time],
            ['Local', placeWords(event)],
            ['Modalidade', category.modality],
            ['Categoria', category.name],
            ['Kit', product.name],
            ['Camisa', product.shirt_size],
            ['CPF do participante', formatCpf(participant.cpf)],
          ]}
        />
      </div>
      <PriceLines lines={lines} total={value} />
      <TermVersions terms={terms} />
      <div className={classes.facts}>
        <Facts
          facts={[
            ['Pagador', payer.name],
            ['CPF do pagador', payer.cpf && formatCpf(payer.cpf)],
            ['Organização', organizer.name],
            [
              'CNPJ',
              organizer.cnpj && <span className={classes.whole}>{formatCnpj(organizer.cnpj)}</span>,
              'wide',
            ],
            ['Telefone da organização', organizer.phone && formatPhone(organizer.phone)],
          ]}
        />
      </div>
      <div className={classes.sellers}>
        {organizer.seller && <p>Organização do evento: {sellerWords(organizer.seller)}</p>}
        {platform && (
          <p>
            Plataforma de inscrições: {sellerWords(platform)} · {platform.email}
          </p>
        )}
      </div>
    </article>
  )
}
