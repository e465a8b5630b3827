import { Outlet } from 'react-router'
import { Mantine } from '../ui/mantine.tsx'

/** Public pages with forms. The others load no library of components. */
export default function FormLayout() {
  return (
    <Mantine>
      <Outlet />
    </Mantine>
  )
}
