/**
 * Connectors by their ids: the hub's own, and those that organizations added.
 *
 * Which version of an organization's connector counts is asked of the database each time, in the statement that reads the
 * connection where there is one. Versions never change, so what is made of them is kept, in every process by itself, and
 * nothing has to be told when a connector changes.
 */
export {
  type ConnectorColumns,
  type HeldConnectors,
  findConnector,
  findConnectors,
  holdConnectors,
  joinConnector,
  listOwnConnectors,
} from './find-connectors.ts';
