import { Anchor, Checkbox } from '@mantine/core'
import { useState } from 'react'
import { useController, useFormContext } from 'react-hook-form'
import { CONSENT_TEXTS } from '#contract/consent-text.ts'
import { ConsentDialog } from './consent-dialog.tsx'
import classes from './consent-fields.module.css'
import type { RegistrationValues } from './registration-values.ts'

const words = (kind: 'promotions' | 'event_updates') => CONSENT_TEXTS[kind].sections[0]?.paragraphs[0]

/** What somebody allows: marketing, each by itself and never ticked beforehand, and the terms, which are read before. */
export function ConsentFields() {
  const { register } = useFormContext<RegistrationValues>()
  return (
    <div className={classes.consents}>
      <Checkbox
        {...register('receive_promotions')}
        label={`${CONSENT_TEXTS.promotions.title} (opcional)`}
        description={words('promotions')}
      />
      <Checkbox
        {...register('receive_event_updates')}
        label={`${CONSENT_TEXTS.event_updates.title} (opcional)`}
        description={words('event_updates')}
      />
      <TermsField />
    </div>
  )
}

function TermsField() {
  const { control } = useFormContext<RegistrationValues>()
  const { field, fieldState } = useController({ control, name: 'accept_terms' })
  const [open, setOpen] = useState(false)
  const accepted = Boolean(field.value)
  return (
    <div>
      <Checkbox
        ref={field.ref}
        name={field.name}
        checked={accepted}
        onBlur={field.onBlur}
        // Ticked by accepting in the dialog, unticked directly.
        onChange={() => (accepted ? field.onChange(false) : setOpen(true))}
        error={fieldState.error?.message}
        aria-haspopup={accepted ? undefined : 'dialog'}
        label={`Li e aceito o ${CONSENT_TEXTS.terms.title}`}
      />
      <Anchor component="button" type="button" onClick={() => setOpen(true)} className={classes.read}>
        Ler o termo
      </Anchor>
      <ConsentDialog open={open} onAccept={() => field.onChange(true)} onClose={() => setOpen(false)} />
    </div>
  )
}
