import { Button, Group } from '@mantine/core'
import { IconTemplate } from '@tabler/icons-react'
import { use, useState } from 'react'
import { useFormContext, useFormState, useWatch } from 'react-hook-form'
import { useSession } from '#web/session/session.ts'
import { FormSection } from '#web/ui/form-section.tsx'
import { FeesContext } from '../event-context.tsx'
import type { EventForm } from '../form/event-form.ts'
import { TEMPLATES, withTemplate } from '../form/templates.ts'
import classes from './steps.module.css'

export function TemplateChoice() {
  const { control, getValues, reset } = useFormContext<EventForm>()
  const fees = use(FeesContext)
  const { lock_version } = useFormState({ control }).defaultValues ?? {}
  const [modalities, products] = useWatch({ control, name: ['modalities', 'products'] })
  const email = useSession()?.user.email ?? ''
  const [chosen, setChosen] = useState<string | null>(null)
  if (lock_version !== null) return null
  if (chosen)
    return (
      <p role="status" className={classes.templateChosen}>
        Modelo “{chosen}”: modalidades, kit, pagamento e termos já estão preenchidos. Falta o que é só seu.
      </p>
    )
  if (modalities.length > 0 || products.length > 0) return null
  return (
    <FormSection
      title="Começar com um modelo"
      description="Preenche modalidades, kit, pagamento e termos. Depois você muda o que quiser."
    >
      <Group gap="xs">
        {TEMPLATES.map((template) => (
          <Button
            key={template.name}
            variant="default"
            leftSection={<IconTemplate size={18} aria-hidden />}
            onClick={() => {
              reset(
                withTemplate(
                  { ...getValues(), contact_email: getValues('contact_email') || email },
                  template,
                  fees,
                ),
                { keepDefaultValues: true },
              )
              setChosen(template.name)
            }}
          >
            {template.name}
          </Button>
        ))}
      </Group>
    </FormSection>
  )
}
