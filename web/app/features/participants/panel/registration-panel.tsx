import { Skeleton } from '@mantine/core'
import { formatCpf, formatPhone, SEXES } from '#contract/documents.ts'
import type { RegistrationPanel as Registration } from '#contract/participant-panel.ts'
import entries from '../../../ui/change-entry.module.css'
import { ChangeEntry } from '../../../ui/change-entry.tsx'
import { Facts } from '../../../ui/facts.tsx'
import { useMay } from '../../../use-may.ts'
import { momentWords } from '../../registration/moment.ts'
import { RefundList } from '../../registration/refund-list.tsx'
import { RegistrationStatus } from '../../registration/status.tsx'
import { REGISTRATION_ACTION_WORDS } from '../action-words.ts'
import { AnswerList } from './answer-list.tsx'
import { ContactButtons } from './contact-buttons.tsx'
import { Notes } from './notes.tsx'
import classes from './panel.module.css'
import { PanelActions } from './panel-actions.tsx'
import { PaymentList } from './payment-list.tsx'
import { Section } from './section.tsx'

interface RegistrationPanelProps {
  registration: Registration
  /** It stands on its own page, not over the list. */
  alone?: boolean
}

/** One registration whole: what is owed, who it is, what was paid, answered, agreed to and changed. */
export function RegistrationPanel({ registration, alone = false }: RegistrationPanelProps) {
  const { participant, person, buyer, category, products, refunds, terms, history } = registration
  const mayEdit = useMay('edit-registration-participant-event')
  const [product] = products
  const isGuest = buyer.name !== participant.name
  return (
    <div className={classes.panel}>
      <div className={classes.head}>
        <div className={classes.line}>
          <RegistrationStatus row={registration} />
          <span className={classes.minor}>Nº {registration.id}</span>
        </div>
        <p className={classes.money}>{registration.money_sentence}</p>
        <p className={classes.minor}>
          {[
            category.modality,
            category.name,
            product?.name,
            product?.shirt_size && `camisa ${product.shirt_size}`,
          ]
            .filter(Boolean)
            .join(' · ')}
        </p>
        {registration.cancellation_requested && (
          <p className={classes.warning}>Pediu o cancelamento: decida em Editar.</p>
        )}
      </div>
      <ContactButtons registration={registration} />
      <PanelActions registration={registration} mayEdit={mayEdit} alone={alone} />
      <Section title="Pessoa">
        <Facts
          facts={[
            ['CPF', formatCpf(participant.cpf)],
            ['Nascimento', `${person.birth_date}`],
            ['Sexo', SEXES[person.sex]],
            ['Telefone', formatPhone(participant.phone)],
            ['E-mail', person.email ?? (isGuest ? null : buyer.email)],
            ['Inscrito por', isGuest ? `${buyer.name} · ${buyer.email}` : null],
          ]}
        />
        <p className={classes.emergency}>
          <strong>Emergência:</strong>{' '}
          {person.emergency_contact || person.emergency_contact_phone ? (
            <>
              {person.emergency_contact}{' '}
              {person.emergency_contact_phone && (
                <a href={`tel:+55${person.emergency_contact_phone}`}>
                  {formatPhone(person.emergency_contact_phone)}
                </a>
              )}
            </>
          ) : (
            'ninguém informado.'
          )}
        </p>
      </Section>
      <PaymentList registration={registration} />
      {refunds.length > 0 && (
        <Section title="Devoluções">
          <RefundList refunds={refunds} />
        </Section>
      )}
      <AnswerList registration={registration} mayEdit={mayEdit} />
      {terms.length > 0 && (
        <Section title="Termos aceitos">
          <ul className={classes.list}>
            {terms.map(({ id, name, version, accepted_at }) => (
              <li key={id}>
                {name}{' '}
                <span className={classes.minor}>
                  versão {version}, em {momentWords(accepted_at)}
                </span>
              </li>
            ))}
          </ul>
        </Section>
      )}
      <Notes registration={registration} mayEdit={mayEdit} />
      <Section title="Histórico">
        <ul className={entries.entries} aria-label="Histórico">
          {history.map(({ at, action, actor, changes }) => (
            <ChangeEntry
              key={`${at}${action}`}
              title={REGISTRATION_ACTION_WORDS[action] ?? 'Mudança'}
              at={at}
              when={momentWords(at)}
              byline={actor ?? 'A plataforma'}
              changes={changes}
            />
          ))}
        </ul>
      </Section>
    </div>
  )
}

const LINES = ['90%', '60%', '75%', '40%', '80%', '55%']

export const PanelSkeleton = () => (
  <div className={classes.panel} aria-busy="true">
    {LINES.map((width) => (
      <Skeleton key={width} height={24} width={width} />
    ))}
  </div>
)
