import { HOME_PATH } from '#web/paths.ts'
import { ButtonAnchor } from './button.tsx'
import { EmptyState } from './empty-state.tsx'

/** Hides the following siblings: forms and skeletons that do not work without scripts. */
const HIDING = '.needs-script ~ * { display: none !important; }'

export const NeedsScript = () => (
  <noscript className="needs-script">
    <style>{HIDING}</style>
    <EmptyState
      picture="error"
      title="Esta página precisa de JavaScript."
      description="Ative o JavaScript nas configurações do seu navegador e abra a página de novo. A lista de corridas funciona sem ele."
    >
      <ButtonAnchor href={HOME_PATH} variant="default">
        Ver as corridas
      </ButtonAnchor>
    </EmptyState>
  </noscript>
)
