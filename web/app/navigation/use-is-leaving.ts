import { use, useCallback } from 'react'
import { UNSAFE_DataRouterContext as DataRouterContext, useLocation } from 'react-router'

/**
 * Whether another page is being opened, so that a debounced navigation does not return to this one.
 * `useNavigation` would tell it only after the next render.
 */
export function useIsLeaving(): () => boolean {
  const router = use(DataRouterContext)?.router
  const { pathname } = useLocation()
  return useCallback(() => {
    const target = router?.state.navigation.location ?? router?.state.location
    return target !== undefined && target.pathname !== pathname
  }, [router, pathname])
}
