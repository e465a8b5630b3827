import { HOME_PATH } from '../paths.ts'
import { ButtonAnchor } from './button.tsx'
import { EmptyState } from './empty-state.tsx'

/** Hides what follows it: forms and skeletons that nothing brings to life. */
const HIDING = '.needs-script ~ * { display: none !important; }'

/** Stands before what only scripts can show. Without JavaScript it says so instead. */
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
