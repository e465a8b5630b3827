import { IconBrandWhatsapp, IconMail, IconPhone } from '@tabler/icons-react'
import type { RegistrationRecord } from '#contract/participants/panel.ts'
import { chatUrl } from '#web/ui/chat-link.ts'
import { AnchorButton } from '#web/ui/text-button.tsx'
import classes from './panel.module.css'

/** Guests without an e-mail of their own are contacted through the buyer. */
export function ContactButtons({
  registration: { participant, person, buyer },
}: {
  registration: RegistrationRecord
}) {
  const email = person.email ?? buyer.email
  const phone = participant.phone || buyer.phone
  return (
    <div className={classes.contact}>
      {phone && (
        <>
          <AnchorButton
            href={chatUrl(phone)}
            target="_blank"
            rel="noopener"
            variant="default"
            icon={IconBrandWhatsapp}
          >
            WhatsApp
          </AnchorButton>
          <AnchorButton href={`tel:+55${phone}`} variant="default" icon={IconPhone}>
            Ligar
          </AnchorButton>
        </>
      )}
      <AnchorButton href={`mailto:${email}`} variant="default" icon={IconMail}>
        E-mail
      </AnchorButton>
    </div>
  )
}
