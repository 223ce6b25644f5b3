import {
  type DefaultError,
  type QueryKey,
  useQuery as useFound,
  type UseQueryOptions,
  type UseQueryResult,
} from '@tanstack/react-query';
import { useState } from 'react';

/** Asks the hub. While it asks again after a refusal, the refusal stays. */
export function useQuery<Data, Failure = DefaultError, Shown = Data, Key extends QueryKey = QueryKey>(
  options: UseQueryOptions<Data, Failure, Shown, Key>,
): UseQueryResult<Shown, Failure> {
  return useLastRefusal<UseQueryResult<Shown, Failure>>(useFound(options));
}

/**
 * A question that was never answered counts as a new one each time that it is asked again: without this, a page that cannot
 * reach the hub would change between what is wrong and an empty shape for ever.
 */
export function useLastRefusal<
  Result extends { isError: boolean; isPending: boolean; error: unknown; errorUpdateCount: number },
>(result: Result): Result {
  const [refused, setRefused] = useState<Result>();
  if (result.isError && result.error !== refused?.error) setRefused(result);
  return result.isPending && result.errorUpdateCount > 0 ? (refused ?? result) : result;
}
