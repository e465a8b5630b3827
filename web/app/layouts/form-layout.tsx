import { Outlet, useLocation } from 'react-router'
import { EMAIL_VERIFICATION_PATH, PRIVACY_PATH } from '../paths.ts'
import { Mantine } from '../ui/mantine.tsx'
import { NeedsScript } from '../ui/needs-script.tsx'

/** What they say stands in the page that the server sends. */
const READABLE = [EMAIL_VERIFICATION_PATH, PRIVACY_PATH]

/** Public pages with forms. The others load no library of components. */
export default function FormLayout() {
  const { pathname } = useLocation()
  return (
    <Mantine>
      {!READABLE.includes(pathname.toLowerCase()) && <NeedsScript />}
      <Outlet />
    </Mantine>
  )
}
