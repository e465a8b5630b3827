import { Anchor, Skeleton, Switch } from '@mantine/core'
import { IconDownload, IconTrash } from '@tabler/icons-react'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { Link } from 'react-router'
import { type Consent, type ConsentKind, exportMyData, updateConsents } from '#contract/account/account.ts'
import { CONSENT_TEXTS } from '#contract/account/consent-text.ts'
import { api, apiFile, failureMessage } from '#web/api/api.ts'
import { DownloadButton } from '#web/api/download-button.tsx'
import { listFailure } from '#web/api/query-failure.ts'
import { PRIVACY_PATH } from '#web/paths.ts'
import { momentWords } from '#web/ui/date-time-words.ts'
import { ErrorState } from '#web/ui/error-state.tsx'
import { FormSection } from '#web/ui/form-section.tsx'
import { TextButton } from '#web/ui/text-button.tsx'
import { showToast } from '#web/ui/toast.ts'
import { consentsQuery } from '../queries.ts'
import { isUnderAge, NO_MARKETING } from '../under-age.ts'
import { DeleteAccountDialog } from './delete-account-dialog.tsx'
import classes from './profile.module.css'

const MARKETING = ['promotions', 'event_updates'] as const
type Marketing = (typeof MARKETING)[number]

interface ConsentPanelProps {
  birthDate: string | null
}

export function ConsentPanel({ birthDate }: ConsentPanelProps) {
  const consents = useQuery(consentsQuery)
  const failure = listFailure(consents)
  const find = (kind: ConsentKind) => consents.data?.find((consent) => consent.kind === kind)
  return (
    <FormSection
      title="Privacidade"
      description={
        <>
          Ligue e desligue as comunicações quando quiser. Leia a qualquer hora o nosso{' '}
          <Anchor component={Link} to={PRIVACY_PATH} inherit underline="always">
            termo de privacidade
          </Anchor>
          .
        </>
      }
    >
      {failure ? (
        <ErrorState {...failure} />
      ) : consents.data ? (
        <ul className={classes.list}>
          {isUnderAge(birthDate) ? (
            <li>{NO_MARKETING}</li>
          ) : (
            MARKETING.map((kind) => <MarketingConsent key={kind} kind={kind} consents={consents.data} />)
          )}
          <li>
            <strong>{CONSENT_TEXTS.terms.title}</strong>
            <Record consent={find('terms')} />
          </li>
        </ul>
      ) : (
        <Skeleton height={160} />
      )}
    </FormSection>
  )
}

function MarketingConsent({ kind, consents }: { kind: Marketing; consents: readonly Consent[] }) {
  const queries = useQueryClient()
  const consent = consents.find((one) => one.kind === kind)
  const isGranted = (which: Marketing) => consents.find((one) => one.kind === which)?.granted ?? false
  const save = useMutation({
    mutationFn: (granted: boolean) =>
      api(updateConsents, {
        body: {
          receive_promotions: kind === 'promotions' ? granted : isGranted('promotions'),
          receive_event_updates: kind === 'event_updates' ? granted : isGranted('event_updates'),
        },
      }),
    onSuccess: ({ data, message }) => {
      queries.setQueryData(consentsQuery.queryKey, data)
      showToast('success', message ?? 'Preferências salvas com sucesso.')
    },
    onError: (reason) => showToast('error', failureMessage(reason, 'Erro ao salvar as preferências.')),
  })
  return (
    <li>
      <Switch
        label={CONSENT_TEXTS[kind].title}
        description={
          <>
            {CONSENT_TEXTS[kind].sections[0]?.paragraphs[0]}
            <Record consent={consent} />
          </>
        }
        checked={save.isPending ? save.variables : isGranted(kind)}
        disabled={save.isPending}
        onChange={(event) => save.mutate(event.currentTarget.checked)}
      />
    </li>
  )
}

function Record({ consent }: { consent: Consent | undefined }) {
  if (!consent) return <span className={classes.record}>Nunca autorizado</span>
  return (
    <span className={classes.record}>
      {consent.granted ? 'Autorizado' : 'Não autorizado'} em {momentWords(consent.at)} · versão{' '}
      {consent.version}
    </span>
  )
}

/** Export of the user's data, and deletion of the account (LGPD art. 18). */
export function MyDataPanel() {
  const [leaving, setLeaving] = useState(false)
  return (
    <FormSection title="Seus dados" description="Eles são seus: leve uma cópia ou vá embora quando quiser.">
      <div className={classes.choice}>
        <p>
          Um arquivo com tudo o que guardamos sobre você: cadastro, inscrições, pagamentos e consentimentos.
        </p>
        <DownloadButton
          icon={IconDownload}
          load={() => apiFile(exportMyData)}
          fileName="largada-meus-dados.json"
          failure="Erro ao baixar os dados."
        >
          Baixar meus dados
        </DownloadButton>
      </div>
      <div className={classes.choice}>
        <p>
          Apaga os seus dados pessoais de forma definitiva. Registros de pagamento ficam, sem identificar
          você.
        </p>
        <TextButton variant="light" color="red" icon={IconTrash} onClick={() => setLeaving(true)}>
          Excluir minha conta
        </TextButton>
      </div>
      <DeleteAccountDialog open={leaving} onClose={() => setLeaving(false)} />
    </FormSection>
  )
}
