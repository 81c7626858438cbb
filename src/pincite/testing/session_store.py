"""What every store of conversations must do. Subclass the suite, say how a database is made, run it with
pytest.

class TestMyStore(SessionStoreContract):
    async def make_metadata(self):
        return await open_my_metadata()
"""

from pincite.testing.session_answers import AnswersContract
from pincite.testing.session_messages import MessagesContract
from pincite.testing.session_sessions import SessionsContract


class SessionStoreContract(SessionsContract, MessagesContract, AnswersContract):
    """The whole suite. `make_metadata` (an empty database) is all that a subclass adds."""
