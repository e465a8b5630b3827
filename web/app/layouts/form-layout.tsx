import { Outlet, useLocation } from 'react-router'
import { EMAIL_VERIFICATION_PATH, PRIVACY_PATH } from '#web/paths.ts'
import { Mantine } from '#web/ui/mantine.tsx'
import { NeedsScript } from '#web/ui/needs-script.tsx'

/** Pages whose content is complete in the server's HTML. */
const READABLE = [EMAIL_VERIFICATION_PATH, PRIVACY_PATH]

/** The layout of public pages with forms. Other public pages do not load the component library. */
export default function FormLayout() {
  const { pathname } = useLocation()
  return (
    <Mantine>
      {!READABLE.includes(pathname.toLowerCase()) && <NeedsScript />}
      <Outlet />
    </Mantine>
  )
}
