import { type Fault, FaultError } from '../../kit/fault.ts';

/** Runs a decoder; its faults become values. */
export function catchFault<Value>(decode: () => Value): Value | { fault: Fault } {
  try {
    return decode();
  } catch (error) {
    if (error instanceof FaultError) return { fault: error.fault };
    throw error;
  }
}
