import { IconCoin, IconExternalLink, IconLock } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { formatCnpj } from '#contract/documents.ts'
import type { OrganizerProfile } from '#contract/organizer/organizer-profile.ts'
import { recordFailure } from '#web/api/query-failure.ts'
import { ACCOUNT_PATH, ORGANIZATION_PATH, ORGANIZER_PAYOUTS_PATH, pathTo } from '#web/paths.ts'
import detail from '#web/ui/detail.module.css'
import { Facts } from '#web/ui/facts.tsx'
import { FormSection } from '#web/ui/form-section.tsx'
import { Frame, FramedError } from '#web/ui/frame.tsx'
import { LinkButton } from '#web/ui/link-button.tsx'
import { LoadingLine } from '#web/ui/loading-line.tsx'
import { PageHeader } from '#web/ui/page-header.tsx'
import { pageTitle } from '#web/ui/page-title.ts'
import classes from './organizer-profile.module.css'
import { ProfileForm } from './profile-form.tsx'
import { profileQuery } from './queries.ts'

const TITLE = 'Minha organização'

export const meta = pageTitle(TITLE)

/** The organizer's profile: its public data, and its legal data, which are not public. */
export default function OrganizerProfileScreen() {
  const query = useQuery(profileQuery)
  const failure = recordFailure(query)
  const profile = query.data
  return (
    <>
      <PageHeader title={TITLE} description="Como os corredores veem você, e o cadastro que recebe.">
        {profile?.page && (
          <LinkButton
            to={pathTo(ORGANIZATION_PATH, profile.page)}
            target="_blank"
            icon={IconExternalLink}
            variant="default"
          >
            Ver página pública
          </LinkButton>
        )}
      </PageHeader>
      {profile ? (
        <Profile profile={profile} />
      ) : failure ? (
        <FramedError {...failure} />
      ) : (
        <Frame>
          <LoadingLine>Carregando dados do registro...</LoadingLine>
        </Frame>
      )}
    </>
  )
}

function Profile({ profile }: { profile: OrganizerProfile }) {
  const { page, corporate_reason, cnpj, responsible } = profile
  return (
    <>
      {!page && (
        <p className={classes.note}>
          A página da organização abre quando o seu primeiro evento for publicado. O que você salvar aqui já
          fica pronto.
        </p>
      )}
      <ProfileForm profile={profile}>
        <div className={`${detail.sections} ${classes.more}`}>
          <FormSection
            title="Cadastro"
            description="Não é público. Destes dados depende quem recebe: para corrigi-los, fale conosco."
          >
            <div className={detail.wideFacts}>
              <Facts
                facts={[
                  ['Razão Social', corporate_reason ?? 'Não informada'],
                  ['CNPJ', cnpj ? formatCnpj(cnpj) : 'Não informado'],
                  ['Nome do responsável', responsible],
                ]}
              />
            </div>
          </FormSection>
          <FormSection
            title="Recebimento e acesso"
            description="A conta dos repasses só muda com a sua senha. O e-mail e a verificação em duas etapas ficam na sua conta."
          >
            <div className={classes.ways}>
              <LinkButton to={ORGANIZER_PAYOUTS_PATH} icon={IconCoin} variant="default">
                Chave Pix e conta bancária
              </LinkButton>
              <LinkButton to={ACCOUNT_PATH} icon={IconLock} variant="default">
                Minha conta
              </LinkButton>
            </div>
          </FormSection>
        </div>
      </ProfileForm>
    </>
  )
}
