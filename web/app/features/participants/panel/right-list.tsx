import { NativeSelect, Textarea } from '@mantine/core'
import { IconDiscount } from '@tabler/icons-react'
import { useState } from 'react'
import type { RegistrationRecord } from '#contract/participants/panel.ts'
import { grantRight } from '#contract/participants/right-claims.ts'
import { REGISTRATION_STATUS } from '#contract/payment/payment-status.ts'
import { FormDialogButton } from '#web/actions/form-dialog-button.tsx'
import { api } from '#web/api/api.ts'
import { PARTICIPANTS_KEY } from '../queries.ts'
import { ClaimFacts, ClaimStatus } from '../rights/claim-facts.tsx'
import { DecideRight } from '../rights/decide-right.tsx'
import { ProofButton } from '../rights/proof.tsx'
import classes from './panel.module.css'
import { Section } from './section.tsx'

interface RightListProps {
  registration: RegistrationRecord
  mayEdit: boolean
}

/** The discounts by right that the runner claimed or got, and what staff may do about them. */
export function RightList({ registration, mayEdit }: RightListProps) {
  const { id, rights, grantable_rights, status_code } = registration
  const mayDecide = mayEdit && status_code !== REGISTRATION_STATUS.cancelled
  const grantable = grantable_rights.filter(
    (rule) => !rights.some((right) => right.right_rule_id === rule.id && right.is_current),
  )
  const mayGrant = mayDecide && grantable.length > 0
  if (rights.length === 0 && !mayGrant) return null
  return (
    <Section title="Direitos">
      {rights.length > 0 && (
        <ul className={classes.list}>
          {rights.map((claim) => (
            <li key={claim.right_rule_id} className={classes.right}>
              <div className={classes.answer}>
                <strong>{claim.name}</strong>
                <ClaimStatus status={claim.status} />
              </div>
              <ClaimFacts claim={claim} />
              <div className={classes.actions}>
                {mayEdit && claim.proof && <ProofButton registrationId={id} claim={claim} />}
                {mayDecide && <DecideRight registrationId={id} claim={claim} />}
              </div>
            </li>
          ))}
        </ul>
      )}
      {mayGrant && <GrantRight registrationId={id} rules={grantable} />}
    </Section>
  )
}

interface GrantRightProps {
  registrationId: number
  rules: RegistrationRecord['grantable_rights']
}

function GrantRight({ registrationId, rules }: GrantRightProps) {
  const [chosen, setChosen] = useState<string>()
  const [reason, setReason] = useState('')
  const ruleId = chosen ?? String(rules[0]?.id)
  return (
    <div>
      <FormDialogButton
        icon={IconDiscount}
        label="Conceder direito"
        title="Conceder um desconto por direito"
        fields={['right_rule_id', 'reason']}
        submit="Conceder"
        action={() =>
          api(grantRight, {
            params: { id: registrationId },
            body: { right_rule_id: Number(ruleId), reason },
          })
        }
        changes={PARTICIPANTS_KEY}
      >
        {(errorOf) => (
          <>
            <p>A inscrição passa a custar o valor com o desconto, e o que foi pago a mais é devolvido.</p>
            <NativeSelect
              label="Direito"
              data={rules.map(({ id, name }) => ({ value: String(id), label: name }))}
              value={ruleId}
              error={errorOf('right_rule_id')}
              onChange={(event) => setChosen(event.currentTarget.value)}
            />
            <Textarea
              label="Motivo"
              description="Vai por e-mail ao participante."
              required
              autosize
              minRows={2}
              maxLength={500}
              value={reason}
              error={errorOf('reason')}
              onChange={(event) => setReason(event.currentTarget.value)}
            />
          </>
        )}
      </FormDialogButton>
    </div>
  )
}
