"""The server on a cluster of Debian's packages, with the files of deploy/cluster, of which each part may be killed or
hung."""
